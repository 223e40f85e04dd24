variable "environment" {
  type = string
}

variable "cidr" {
  type = string
}

resource "aws_vpc" "this" {
  cidr_block = var.cidr

  tags = {
    Name = "data-platform-${var.environment}"
  }
}

output "vpc_id" {
  value = aws_vpc.this.id
}
