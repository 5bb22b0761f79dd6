FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
ENV TESSERA_DATABASE=/var/lib/tessera/tessera.sqlite3 TESSERA_STATE=/var/lib/tessera TESSERA_LOG=json
WORKDIR /srv/tessera

ARG REQUIREMENTS=requirements.txt
COPY requirements.txt requirements-postgres.txt ./
RUN pip install --no-cache-dir --require-hashes -r "$REQUIREMENTS" \
    && useradd --system --uid 10001 --home-dir /nonexistent tessera \
    && install -d -m 700 -o tessera /var/lib/tessera

COPY . .
# A checkout that only its owner may read would be copied as such, and `tessera` could not even import it.
RUN chmod -R a+rX .
USER tessera
VOLUME /var/lib/tessera
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "bot.health"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot"]
