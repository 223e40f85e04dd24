variable "environment" {
  type = string
}

variable "vpc_id" {
  type = string
}

resource "aws_security_group" "warehouse" {
  name   = "warehouse-${var.environment}"
  vpc_id = var.vpc_id
}

resource "aws_kms_key" "warehouse" {
  description         = "Encrypts the warehouse of ${var.environment}"
  enable_key_rotation = true
}
