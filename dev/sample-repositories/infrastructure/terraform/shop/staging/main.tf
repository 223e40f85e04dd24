module "network" {
  source = "../../modules/network"

  name = "shop-${var.environment}"
  cidr = var.cidr
}

module "service" {
  source   = "../../modules/service"
  for_each = toset(["orders", "payments", "catalogue"])

  name                       = "${each.key}-${var.environment}"
  visibility_timeout_seconds = var.visibility_timeout_seconds
}

resource "aws_sqs_queue" "archive" {
  name = "archive-${var.environment}"
}
