#!/bin/sh
# Reports plans, executions and states of Terraform or OpenTofu to the cloud inventory. Needs a POSIX shell, curl, gzip and od.
#
#   report-to-inventory.sh plan <plan file>          Sends the plan; prints its changes, risks and address.
#   report-to-inventory.sh plans <directory>         Sends every tfplan.json below the directory, as Terragrunt writes them.
#   report-to-inventory.sh run apply <command>...    Runs the command; reports its start and its outcome.
#   report-to-inventory.sh run destroy <command>...
#   terraform state pull | report-to-inventory.sh state    Sends the state, from any backend.
#
# INVENTORY_URL      Address of the service, for example https://inventory.example.com
# INVENTORY_TOKEN    Ingest token. Keep it in the secrets of the CI system.
# INVENTORY_FAIL_ON  high, medium or low: exits 1 after a plan with such a risk, or a worse one
# PROJECT_PATH       Directory of the root module, relative to the root of the repository
# TERRAFORM          Command that reads plans: terraform (default) or tofu
# TF_WORKSPACE       Workspace; Atlantis sets WORKSPACE instead
# REPOSITORY_PROVIDER    github or gitlab, if it does not follow from the CI system
# INVENTORY_ACCOUNTS     Numbers of the AWS accounts that the state can reach, separated by commas
# INVENTORY_COMMIT, INVENTORY_PULL_REQUEST, INVENTORY_REPOSITORY, INVENTORY_BRANCH, INVENTORY_RUN, INVENTORY_RUN_URL,
# INVENTORY_ACTOR, INVENTORY_PROVIDER    Override the variables of the CI system. A system that the script does not know
#                    needs INVENTORY_REPOSITORY, INVENTORY_COMMIT and INVENTORY_RUN (an id of the job).
#
# A failed report prints a warning. The exit status is the status of the command, or 0; 1 for INVENTORY_FAIL_ON.
set -u

# The full name in an address of a repository: https://github.com/acme/infra.git or git@github.com:acme/infra.git.
repository_of() {
  printf %s "$1" | sed -e 's/\.git$//' -e 's#^[a-z+]*://[^/]*/##' -e 's#^[^/:]*:##'
}

provider='' repository_provider='' repository='' commit='' branch='' pull_request='' run_url='' actor='' run=''
workspace=${TF_WORKSPACE:-}
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  provider=github_actions repository_provider=github
  repository=$GITHUB_REPOSITORY
  commit=$GITHUB_SHA
  branch=${GITHUB_HEAD_REF:-$GITHUB_REF_NAME}
  run_url=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID
  actor=$GITHUB_ACTOR
  run=$GITHUB_REPOSITORY/$GITHUB_RUN_ID/$GITHUB_RUN_ATTEMPT
elif [ "${GITLAB_CI:-}" = true ]; then
  provider=gitlab_ci repository_provider=gitlab
  repository=$CI_PROJECT_PATH
  commit=${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}
  branch=${CI_MERGE_REQUEST_SOURCE_BRANCH_NAME:-${CI_COMMIT_BRANCH:-}}
  pull_request=${CI_MERGE_REQUEST_IID:-}
  run_url=$CI_JOB_URL
  actor=${GITLAB_USER_LOGIN:-}
  run=$CI_PROJECT_PATH/$CI_JOB_ID
elif [ "${CIRCLECI:-}" = true ]; then
  provider=circleci repository_provider=github
  repository=$CIRCLE_PROJECT_USERNAME/$CIRCLE_PROJECT_REPONAME
  commit=$CIRCLE_SHA1
  branch=${CIRCLE_BRANCH:-}
  pull_request=${CIRCLE_PULL_REQUEST:-}
  pull_request=${pull_request##*/}
  run_url=${CIRCLE_BUILD_URL:-}
  actor=${CIRCLE_USERNAME:-}
  run=$repository/$CIRCLE_WORKFLOW_ID/$CIRCLE_BUILD_NUM
elif [ "${BUILDKITE:-}" = true ]; then
  provider=buildkite
  repository=$(repository_of "$BUILDKITE_REPO")
  commit=$BUILDKITE_COMMIT
  branch=${BUILDKITE_BRANCH:-}
  pull_request=${BUILDKITE_PULL_REQUEST:-}
  [ "$pull_request" != false ] || pull_request=''
  run_url=$BUILDKITE_BUILD_URL
  actor=${BUILDKITE_BUILD_CREATOR:-}
  run=$BUILDKITE_PIPELINE_SLUG/$BUILDKITE_BUILD_ID/$BUILDKITE_JOB_ID
elif [ "${TF_BUILD:-}" = True ]; then
  provider=azure_pipelines
  repository=$BUILD_REPOSITORY_NAME
  commit=${SYSTEM_PULLREQUEST_SOURCECOMMITID:-$BUILD_SOURCEVERSION}
  branch=${SYSTEM_PULLREQUEST_SOURCEBRANCH:-${BUILD_SOURCEBRANCH:-}}
  branch=${branch#refs/heads/}
  pull_request=${SYSTEM_PULLREQUEST_PULLREQUESTNUMBER:-}
  run_url="$SYSTEM_COLLECTIONURI$SYSTEM_TEAMPROJECT/_build/results?buildId=$BUILD_BUILDID"
  actor=${BUILD_REQUESTEDFOR:-}
  run=$SYSTEM_TEAMPROJECT/$BUILD_BUILDID/$SYSTEM_JOBATTEMPT/$SYSTEM_JOBID
elif [ -n "${JENKINS_URL:-}" ]; then
  provider=jenkins
  repository=$(repository_of "${GIT_URL:-}")
  commit=${GIT_COMMIT:-}
  branch=${CHANGE_BRANCH:-${BRANCH_NAME:-${GIT_BRANCH:-}}}
  branch=${branch#origin/}
  pull_request=${CHANGE_ID:-}
  run_url=${BUILD_URL:-}
  actor=${CHANGE_AUTHOR:-${BUILD_USER_ID:-}}
  run=${JOB_NAME:-}/${BUILD_NUMBER:-}
elif [ -n "${BASE_REPO_NAME:-}" ]; then
  provider=atlantis repository_provider=github
  repository=$BASE_REPO_OWNER/$BASE_REPO_NAME
  commit=$HEAD_COMMIT
  branch=${HEAD_BRANCH_NAME:-}
  pull_request=$PULL_NUM
  run_url=${PULL_URL:-}
  actor=${USER_NAME:-}
  PROJECT_PATH=${PROJECT_PATH:-$REPO_REL_DIR}
  workspace=${WORKSPACE:-}
  run=$repository/$PULL_NUM/$HEAD_COMMIT/$(date +%s)
fi
provider=${INVENTORY_PROVIDER:-$provider}
repository_provider=${REPOSITORY_PROVIDER:-$repository_provider}
repository=${INVENTORY_REPOSITORY:-$repository}
commit=${INVENTORY_COMMIT:-$commit}
branch=${INVENTORY_BRANCH:-$branch}
pull_request=${INVENTORY_PULL_REQUEST:-$pull_request}
run_url=${INVENTORY_RUN_URL:-$run_url}
actor=${INVENTORY_ACTOR:-$actor}
run=${INVENTORY_RUN:-$run}
if [ -z "$repository" ] || [ -z "$run" ]; then
  echo 'report-to-inventory: unknown CI system; set INVENTORY_REPOSITORY, INVENTORY_COMMIT and INVENTORY_RUN' >&2
  exit 2
fi
case "${INVENTORY_FAIL_ON:-}" in
  '' | high | medium | low) ;;
  *)
    echo 'report-to-inventory: INVENTORY_FAIL_ON must be high, medium or low' >&2
    exit 2
    ;;
esac

directory=$(mktemp -d) || exit 2
trap 'rm -rf "$directory"' EXIT
# In a file, because the arguments of a process are visible to others.
(umask 077 && printf 'Authorization: Bearer %s\n' "${INVENTORY_TOKEN:-}" >"$directory/headers")
project_path=${PROJECT_PATH:-}

warn() {
  echo "report-to-inventory: $1" >&2
}

external_id() {
  printf %s "$run/${project_path:-.}/${workspace:-default}"
}

# Prints &name=value with each byte of the value encoded; nothing for an empty value.
parameter() {
  [ -z "$2" ] || printf '&%s=%s' "$1" "$(printf %s "$2" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g')"
}

# Prints ,"name":"value"; nothing for an empty value.
field() {
  [ -z "$2" ] || printf ',"%s":"%s"' "$1" "$(printf %s "$2" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g')"
}

# Sends the file $2 to the path $1, with the remaining arguments for curl. Fails if the report was not accepted.
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
  else
    return 0
  fi
  return 1
}

# Prints the number of risks of the severity $1 in the response. In a text of JSON, quotes are escaped, so only fields match.
count_risks() {
  grep -o "\"severity\":\"$1\"" "$directory/response" | wc -l | tr -d ' '
}

# Prints the counts of the plan, its risks and its address, also to the summary of a GitHub job. Fails for INVENTORY_FAIL_ON.
print_plan() {
  plan_id=$(sed -n 's/^{"id":"\([0-9a-f-]*\)".*/\1/p' "$directory/response")
  counts=''
  for action in create update replace delete forget import move; do
    count=$(sed -n "s/.*\"summary\":{[^}]*\"$action\":\([1-9][0-9]*\)[,}].*/\1/p" "$directory/response")
    [ -z "$count" ] || counts="${counts:+$counts, }$count to $action"
  done
  high=$(count_risks high) medium=$(count_risks medium) low=$(count_risks low)
  {
    echo "Plan of ${project_path:-.}: ${counts:-no changes}"
    echo "Risks: $high high, $medium medium, $low low"
    echo "${INVENTORY_URL%/}/api/v1/plans/$plan_id"
  } >"$directory/summary"
  cat "$directory/summary"
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || sed 's/$/  /' "$directory/summary" >>"$GITHUB_STEP_SUMMARY"
  case "${INVENTORY_FAIL_ON:-}" in
    high) [ "$high" -eq 0 ] ;;
    medium) [ $((high + medium)) -eq 0 ] ;;
    low) [ $((high + medium + low)) -eq 0 ] ;;
  esac
}

# Sends the JSON of a plan in the file $1.
report_json() {
  gzip -c "$1" >"$directory/plan.json.gz"
  query=$(
    parameter external_id "$(external_id)"
    parameter provider "$provider"
    parameter repository "$repository"
    parameter repository_provider "$repository_provider"
    parameter project_path "$project_path"
    parameter workspace "$workspace"
    parameter commit_sha "$commit"
    parameter pull_request_number "$pull_request"
    parameter branch "$branch"
    parameter run_url "$run_url"
    parameter actor "$actor"
  )
  ! send "/ingest/plans?${query#&}" "$directory/plan.json.gz" -H 'Content-Encoding: gzip' || print_plan
}

report_plan() {
  if ! (umask 077 && "${TERRAFORM:-terraform}" show -json "$1" >"$directory/plan.json"); then
    warn 'the plan could not be read'
    return
  fi
  report_json "$directory/plan.json"
}

# Sends each tfplan.json below $1, whose path there is the path of its unit below PROJECT_PATH. Fails if one has a risk.
report_plans() {
  outcome=0 root=$project_path
  find "$1" -name tfplan.json -type f | sort >"$directory/plans"
  [ -s "$directory/plans" ] || warn "no tfplan.json in $1"
  while IFS= read -r file; do
    unit=${file#"${1%/}"/}
    unit=${unit%tfplan.json}
    project_path=$(printf %s "${root:+$root/}$unit" | sed 's#/$##')
    report_json "$file" || outcome=1
  done <"$directory/plans"
  return "$outcome"
}

# The state passes through a file that is removed, and is compressed before it is sent.
report_state() {
  (umask 077 && gzip -c >"$directory/state.json.gz")
  query=$(
    parameter repository "$repository"
    parameter repository_provider "$repository_provider"
    parameter project_path "$project_path"
    parameter workspace "$workspace"
    for account in $(printf %s "${INVENTORY_ACCOUNTS:-}" | tr ',' ' '); do parameter aws_account_ids "$account"; done
  )
  send "/ingest/states?${query#&}" "$directory/state.json.gz" -H 'Content-Encoding: gzip' || :
}

# Reports the execution of kind $1 with status $2.
report_execution() {
  {
    printf '{"kind":"%s","status":"%s"' "$1" "$2"
    field external_id "$(external_id)"
    field provider "$provider"
    printf ',"repository":{"full_name":"%s"' "$(printf %s "$repository" | sed 's/[\\"]/\\&/g')"
    field provider "$repository_provider"
    printf '}'
    field project_path "$project_path"
    field workspace "$workspace"
    field commit_sha "$commit"
    field branch "$branch"
    [ -z "$pull_request" ] || printf ',"pull_request_number":%s' "$pull_request"
    field run_url "$run_url"
    field actor "$actor"
    printf '}'
  } >"$directory/report.json"
  send /ingest/executions "$directory/report.json" || :
}

case "${1:-} ${2:-}" in
  'plan '?*)
    report_plan "$2"
    ;;
  'plans '?*)
    report_plans "$2"
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
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
