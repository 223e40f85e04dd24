"""A program against the API in Python, with the client of openapi-python-client."""

import os
import time

from client import AuthenticatedClient, Client
from client.api.assistant import create_conversation
from client.api.authentication import login
from client.api.graph import create_extraction_run
from client.api.meta import get_run
from client.api.resources import list_resources
from client.models import (
    ApiError,
    CreateConversationBody,
    CreateExtractionRunBody,
    LoginBody,
    ResourceFieldsInput,
)
from client.types import UNSET

requests = 0


def count(_request):
    global requests
    requests += 1


URL = os.environ["INVENTORY_URL"]
options = {"base_url": URL, "httpx_args": {"event_hooks": {"request": [count]}}, "timeout": 60}
body = LoginBody(email=os.environ["INVENTORY_EMAIL"], password=os.environ["INVENTORY_PASSWORD"])
issued = login.sync(client=Client(**options), body=body)
client = AuthenticatedClient(token=issued.access_token, **options)

resources, account, cursor = 0, None, UNSET
while True:
    page = list_resources.sync(
        client=client,
        region=["eu-west-1", "us-east-1"],
        limit=200,
        fields=ResourceFieldsInput.SUMMARY,
        facets=False,
        cursor=cursor,
    )
    resources += len(page.items)
    account = account or page.items[0].aws_account_id
    cursor = page.next_cursor
    if cursor is UNSET:
        break
print("resources", resources)

conversation = create_conversation.sync(client=client, body=CreateConversationBody(title="Queues"))
print("created", conversation.title)

started = create_extraction_run.sync(client=client, body=CreateExtractionRunBody(aws_account_id=account))
while (run := get_run.sync(started.run_id, client=client)).status in ("queued", "running"):
    requests -= 1
    time.sleep(1)
print("run", run.status)

answer = list_resources.sync_detailed(client=client, limit=0)
assert isinstance(answer.parsed, ApiError)
print("error", int(answer.status_code), answer.parsed.code)

last = ""
ask = f"/api/v1/ai/conversations/{conversation.id}/ask"
with client.get_httpx_client().stream("POST", ask, json={"question": "How many queues are there?"}) as stream:
    for line in stream.iter_lines():
        if line.startswith("event: "):
            last = line.removeprefix("event: ")
print("answer", last)
print("requests", requests)
