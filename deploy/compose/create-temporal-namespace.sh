#!/bin/sh
# Creates the namespace `default` of a running Temporal server, and sets how long it keeps the histories of ended workflows: a week.
# It can be repeated. The environment has TEMPORAL_ADDRESS. The migration job registers the search attributes in the namespace.
set -eu
namespace=default
retention=168h

if temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1; then
  temporal operator namespace update --namespace "$namespace" --retention "$retention"
else
  temporal operator namespace create --namespace "$namespace" --retention "$retention"
fi
