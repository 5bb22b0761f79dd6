/** A page without a list of looks: it looks as somebody chose on another one, or as the system wants it. */

import { wear } from "./look.js";

wear();
