#!/bin/sh
# Reports plans, executions and states of Terraform or OpenTofu to the cloud inventory. Needs a POSIX shell, curl, gzip and od.
#
#   report-to-inventory.sh plan <plan file>          Sends the plan.
#   report-to-inventory.sh run apply <command>...    Runs the command; reports its start and its outcome.
#   report-to-inventory.sh run destroy <command>...
#   terraform state pull | report-to-inventory.sh state    Sends the state, from any backend.
#
# INVENTORY_URL      Address of the service, for example https://inventory.example.com
# INVENTORY_TOKEN    Ingest token. Keep it in the secrets of the CI system.
# PROJECT_PATH       Directory of the root module, relative to the root of the repository
# TERRAFORM          Command that reads plans: terraform (default) or tofu
# TF_WORKSPACE       Workspace; Atlantis sets WORKSPACE instead
# REPOSITORY_PROVIDER    With Atlantis: github (default) or gitlab
# INVENTORY_ACCOUNTS     Numbers of the AWS accounts that the state can reach, separated by commas
# INVENTORY_COMMIT, INVENTORY_PULL_REQUEST    Override the variables of the CI system
#
# A failed report prints a warning. The exit status is the status of the command, or 0.
set -u

if [ "${GITHUB_ACTIONS:-}" = true ]; then
  provider=github_actions repository_provider=github
  repository=$GITHUB_REPOSITORY
  commit=${INVENTORY_COMMIT:-$GITHUB_SHA}
  branch=${GITHUB_HEAD_REF:-$GITHUB_REF_NAME}
  pull_request=${INVENTORY_PULL_REQUEST:-}
  run_url=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID
  actor=$GITHUB_ACTOR
  workspace=${TF_WORKSPACE:-}
  run=$GITHUB_REPOSITORY/$GITHUB_RUN_ID/$GITHUB_RUN_ATTEMPT
elif [ "${GITLAB_CI:-}" = true ]; then
  provider=gitlab_ci repository_provider=gitlab
  repository=$CI_PROJECT_PATH
  commit=${INVENTORY_COMMIT:-${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}}
  branch=${CI_MERGE_REQUEST_SOURCE_BRANCH_NAME:-${CI_COMMIT_BRANCH:-}}
  pull_request=${INVENTORY_PULL_REQUEST:-${CI_MERGE_REQUEST_IID:-}}
  run_url=$CI_JOB_URL
  actor=${GITLAB_USER_LOGIN:-}
  workspace=${TF_WORKSPACE:-}
  run=$CI_PROJECT_PATH/$CI_JOB_ID
elif [ -n "${BASE_REPO_NAME:-}" ]; then
  provider=atlantis repository_provider=${REPOSITORY_PROVIDER:-github}
  repository=$BASE_REPO_OWNER/$BASE_REPO_NAME
  commit=${INVENTORY_COMMIT:-$HEAD_COMMIT}
  branch=${HEAD_BRANCH_NAME:-}
  pull_request=${INVENTORY_PULL_REQUEST:-$PULL_NUM}
  run_url=${PULL_URL:-}
  actor=${USER_NAME:-}
  PROJECT_PATH=${PROJECT_PATH:-$REPO_REL_DIR}
  workspace=${WORKSPACE:-}
  run=$repository/$PULL_NUM/$HEAD_COMMIT/$(date +%s)
else
  echo 'report-to-inventory: unknown CI system' >&2
  exit 2
fi

directory=$(mktemp -d) || exit 2
trap 'rm -rf "$directory"' EXIT
# In a file, because the arguments of a process are visible to others.
(umask 077 && printf 'Authorization: Bearer %s\n' "${INVENTORY_TOKEN:-}" >"$directory/headers")
external_id=$run/${PROJECT_PATH:-.}/${workspace:-default}

warn() {
  echo "report-to-inventory: $1" >&2
}

# Prints &name=value with each byte of the value encoded; nothing for an empty value.
parameter() {
  [ -z "$2" ] || printf '&%s=%s' "$1" "$(printf %s "$2" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')"
}

# Prints ,"name":"value"; nothing for an empty value.
field() {
  [ -z "$2" ] || printf ',"%s":"%s"' "$1" "$(printf %s "$2" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g')"
}

# Sends the file $2 to the path $1, with the remaining arguments for curl.
send() {
  path=$1 file=$2
  shift 2
  if [ -z "${INVENTORY_URL:-}" ] || [ -z "${INVENTORY_TOKEN:-}" ]; then
    warn 'INVENTORY_URL and INVENTORY_TOKEN are required'
  elif ! curl -sS -o "$directory/response" -w '%{http_code}' --retry 3 --max-time 120 \
    -H "@$directory/headers" -H 'Content-Type: application/json' "$@" \
    --data-binary "@$file" "${INVENTORY_URL%/}/api/v1$path" >"$directory/status"; then
    warn 'the request failed'
  elif ! grep -q '^2' "$directory/status"; then
    warn "the service responded $(cat "$directory/status"): $(head -c 1000 "$directory/response")"
  fi
}

report_plan() {
  if ! "${TERRAFORM:-terraform}" show -json "$1" >"$directory/plan.json"; then
    warn 'the plan could not be read'
    return
  fi
  gzip -f "$directory/plan.json"
  query=$(
    parameter external_id "$external_id"
    parameter repository "$repository"
    parameter repository_provider "$repository_provider"
    parameter project_path "${PROJECT_PATH:-}"
    parameter workspace "$workspace"
    parameter commit_sha "$commit"
    parameter pull_request_number "$pull_request"
  )
  send "/ingest/plans?${query#&}" "$directory/plan.json.gz" -H 'Content-Encoding: gzip'
}

# The state passes through a file that is removed, and is compressed before it is sent.
report_state() {
  (umask 077 && gzip -c >"$directory/state.json.gz")
  query=$(
    parameter repository "$repository"
    parameter repository_provider "$repository_provider"
    parameter project_path "${PROJECT_PATH:-}"
    parameter workspace "$workspace"
    for account in $(printf %s "${INVENTORY_ACCOUNTS:-}" | tr ',' ' '); do parameter aws_account_ids "$account"; done
  )
  send "/ingest/states?${query#&}" "$directory/state.json.gz" -H 'Content-Encoding: gzip'
}

# Reports the execution of kind $1 with status $2.
report_execution() {
  {
    printf '{"kind":"%s","status":"%s"' "$1" "$2"
    field external_id "$external_id"
    field provider "$provider"
    printf ',"repository":{"provider":"%s"' "$repository_provider"
    field full_name "$repository"
    printf '}'
    field project_path "${PROJECT_PATH:-}"
    field workspace "$workspace"
    field commit_sha "$commit"
    field branch "$branch"
    [ -z "$pull_request" ] || printf ',"pull_request_number":%s' "$pull_request"
    field run_url "$run_url"
    field actor "$actor"
    printf '}'
  } >"$directory/report.json"
  send /ingest/executions "$directory/report.json"
}

case "${1:-} ${2:-}" in
  'plan '?*)
    report_plan "$2"
    ;;
  'state ')
    report_state
    ;;
  'run apply' | 'run destroy')
    kind=$2
    shift 2
    report_execution "$kind" running
    status=0
    "$@" || status=$?
    if [ "$status" -eq 0 ]; then report_execution "$kind" succeeded; else report_execution "$kind" failed; fi
    exit "$status"
    ;;
  *)
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
