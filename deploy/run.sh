#!/bin/sh
# Runs a command of the shop with the settings of systemd (docs/running.md):
#   runuser -u shop -- /opt/shop/deploy/run.sh doctor
set -ae
. "${SHOP_SETTINGS:-/etc/shop/settings}"
cd "$(dirname "$0")/.."
# Blue and green have their ports in files of their own.
folder=$(basename "$(pwd -P)")
if [ -z "${SHOP_SETTINGS:-}" ] && [ -f "/etc/shop/${folder#shop-}" ]; then . "/etc/shop/${folder#shop-}"; fi
npm_config_logs_max=0 npm_config_update_notifier=false
exec npm run --silent "$@"
