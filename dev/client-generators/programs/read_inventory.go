// A program against the API in Go, with the client of oapi-codegen.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"
	client "inventory/client"
)

var requests int

// counting counts requests.
type counting struct{}

func (counting) Do(request *http.Request) (*http.Response, error) {
	requests++
	return http.DefaultClient.Do(request)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx, url := context.Background(), os.Getenv("INVENTORY_URL")
	anonymous, err := client.NewClientWithResponses(url, client.WithHTTPClient(counting{}))
	check(err)
	login := client.LoginBody{Email: os.Getenv("INVENTORY_EMAIL"), Password: os.Getenv("INVENTORY_PASSWORD")}
	issued, err := anonymous.LoginWithResponse(ctx, login)
	check(err)
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+issued.JSON200.AccessToken)
		return nil
	}
	api, err := client.NewClientWithResponses(url, client.WithHTTPClient(counting{}), client.WithRequestEditorFn(authorize))
	check(err)

	resources, account := 0, openapi_types.UUID{}
	regions, limit, fields, facets := []string{"eu-west-1", "us-east-1"}, int32(200), client.ResourceFieldsInput("summary"), false
	query := client.ListResourcesParams{Region: &regions, Limit: &limit, Fields: &fields, Facets: &facets}
	for {
		page, err := api.ListResourcesWithResponse(ctx, &query)
		check(err)
		resources += len(page.JSON200.Items)
		account = page.JSON200.Items[0].AwsAccountId
		if query.Cursor = page.JSON200.NextCursor; query.Cursor == nil {
			break
		}
	}
	fmt.Println("resources", resources)

	title := "Queues"
	conversation, err := api.CreateConversationWithResponse(ctx, nil, client.CreateConversationBody{Title: &title})
	check(err)
	fmt.Println("created", conversation.JSON201.Title)

	started, err := api.CreateExtractionRunWithResponse(ctx, nil, client.CreateExtractionRunBody{AwsAccountId: account})
	check(err)
	for {
		run, err := api.GetRunWithResponse(ctx, started.JSON202.RunId, nil)
		check(err)
		if status := run.JSON200.Status; status != "queued" && status != "running" {
			fmt.Println("run", status)
			break
		}
		requests--
		time.Sleep(time.Second)
	}

	none := int32(0)
	refused, err := api.ListResourcesWithResponse(ctx, &client.ListResourcesParams{Limit: &none})
	check(err)
	fmt.Println("error", refused.StatusCode(), refused.JSON400.Code)

	asked, err := api.AskQuestion(ctx, conversation.JSON201.Id, nil, client.AskQuestionBody{Question: "How many queues are there?"})
	check(err)
	defer asked.Body.Close()
	last := ""
	for lines := bufio.NewScanner(asked.Body); lines.Scan(); {
		if event, found := strings.CutPrefix(lines.Text(), "event: "); found {
			last = event
		}
	}
	fmt.Println("answer", last)
	fmt.Println("requests", requests)
}
