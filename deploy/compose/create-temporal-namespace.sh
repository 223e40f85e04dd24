#!/bin/sh
# Creates the namespace of a running Temporal server, sets how long it keeps the histories of ended workflows (a week), and waits until
# the server uses it. It can be repeated. The environment has TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE.
# The migration job registers the search attributes in the namespace.
set -eu
namespace=${TEMPORAL_NAMESPACE:?}
retention=168h

if temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1; then
  temporal operator namespace update --namespace "$namespace" --retention "$retention"
else
  temporal operator namespace create --namespace "$namespace" --retention "$retention"
fi
# The server caches its namespaces for some seconds.
attempts=60
until temporal operator search-attribute list --namespace "$namespace" >/dev/null 2>&1; do
  attempts=$((attempts - 1))
  [ "$attempts" -gt 0 ]
  sleep 1
done
