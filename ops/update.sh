#!/bin/sh
# update.sh: replaces the apps of ops/compose.yaml one after the other, hands the proxy its file, then replaces the encoder
# process, while everything keeps running. From the checkout of the new release: `ops/update.sh`. Connected encoders stay
# with the old process until they finish, for six hours at most; new ones reach the new process at the same port. Nothing
# waits for them. Safe to run again: what already runs the new release is left alone, and no process gets the signal
# twice. The encoder process is replaced for a new image; `--encoders` does it for new settings, too. `--no-build` takes
# the images that are there. DOCKER names another program than `docker`; COMPOSE_FILE and COMPOSE_PROJECT_NAME are those
# of Compose.
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
docker="${DOCKER:-docker}"
compose="$docker compose"
[ -n "${COMPOSE_FILE:-}" ] || compose="$compose -f $here/compose.yaml"
say() { echo "update.sh: $1"; }

health_of() { $docker inspect -f '{{.State.Health.Status}}' "$1" 2>/dev/null || echo gone; }
until_healthy() {
  tries=0
  until [ "$(health_of "$1")" = healthy ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt "${HEALTHY_WITHIN_SECONDS:-180}" ]; then
      say "$2 is not healthy after ${HEALTHY_WITHIN_SECONDS:-180} seconds. The others still run the release before. See: $compose logs $2"
      exit 1
    fi
    sleep 1
  done
}
image_of() { $docker inspect -f '{{.Image}}' "$1"; }
name_of() { $docker inspect -f '{{.Name}}' "$1" | sed 's|^/||'; }
# A process that got the signal carries it in its name: a second one would cut its encoders.
is_ending() { case "$(name_of "$1")" in *-ending) true ;; *) false ;; esac; }

case " $* " in *' --no-build '*) ;; *) $compose build ;; esac

for app in app-1 app-2; do
  say "replacing $app"
  # Alone, so that the other one answers. The first one brings the schema forward, too.
  $compose up -d --no-deps "$app"
  until_healthy "$($compose ps -q "$app")" "$app"
  # The proxy looks every second.
  sleep 2
done

# The container sees the file that was there when it started: git puts another one in its place. The same one again
# changes nothing; where another proxy took its place, there is none.
if [ -n "$($compose ps -q caddy 2>/dev/null)" ]; then
  $compose exec -T caddy caddy reload --adapter caddyfile --config - <"$here/Caddyfile" >/dev/null 2>&1 ||
    say "the proxy did not take ops/Caddyfile: it goes on with the one it has. See: $compose logs caddy"
fi

# The alarms are files, too.
if [ -n "$($compose ps -q prometheus 2>/dev/null)" ]; then
  $compose up -d --no-deps --force-recreate prometheus
fi

for old in $($compose ps -aq --status exited encoders); do
  ! is_ending "$old" || $docker rm -v "$old" >/dev/null
done
new="$($docker image inspect -f '{{.Id}}' frontrow-encoders)"
all="$($compose ps -q encoders)"
case " $* " in *' --encoders '*) isForced=yes ;; *) isForced=no ;; esac
ending=0
for old in $all; do
  if ! is_ending "$old"; then
    if [ "$(image_of "$old")" = "$new" ] && [ "$isForced" = no ]; then
      say 'the encoder process is up to date'
      exit 0
    fi
    say 'the old encoder process takes no new connections and keeps those it has'
    $docker rename "$old" "$(name_of "$old")-$(date +%s)-ending"
    # Not `stop`, which waits for six hours.
    $docker kill --signal TERM "$old" >/dev/null
  fi
  ending=$((ending + 1))
done
$compose up -d --no-deps --no-recreate --scale "encoders=$((ending + 1))" encoders
for now in $($compose ps -q encoders); do
  is_ending "$now" || until_healthy "$now" encoders
done
say 'done: the new encoder process takes connections; the old one ends with its last encoder, and the next update removes it'
