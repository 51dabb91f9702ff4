import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, shell, text, topic } from '../manual/block.ts'

export const go = {
  ...topic(
    'go',
    'Go',
    file(
      'main.go',
      `
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

func loadEnv() error {
	request, err := http.NewRequest("GET", "${origin}/api/v1/inject/7/production?format=json", nil)
	if err != nil {
		return err
	}
	request.Header.Set("X-API-Key", os.Getenv("ENVHOLD_API_KEY"))
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("envhold answered %s", response.Status)
	}
	var variables map[string]string
	if err := json.NewDecoder(response.Body).Decode(&variables); err != nil {
		return err
	}
	for key, value := range variables {
		if err := os.Setenv(key, value); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if err := loadEnv(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(os.Getenv("LOG_LEVEL"))
}`,
    ),
    shell('go run main.go', 'info'),
    text('For `godotenv`, write a file with `envhold pull --dialect go`.'),
  ),
  alias: 'golang godotenv',
}
