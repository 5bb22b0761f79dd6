/** The page of a table for those who watch. */

import { follow } from "./table.js";

follow();
