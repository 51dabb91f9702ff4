#!/bin/sh
# Runs the server and its commands with the memory settings of `npm start`, and with the Node beside this file, or that
# of this system, which must be 24.7 or newer. Values that are set already win.
folder=$(dirname "$(readlink -f "$0")")
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
node="$folder/node"
[ -x "$node" ] || node=node
case "$NODE_OPTIONS" in
*--max-semi-space-size*) exec "$node" "$folder/server/main.js" "$@" ;;
*) exec "$node" --max-semi-space-size=4 "$folder/server/main.js" "$@" ;;
esac
