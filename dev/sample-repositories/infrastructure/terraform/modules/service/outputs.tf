output "queue_url" {
  value = aws_sqs_queue.this.url
}
