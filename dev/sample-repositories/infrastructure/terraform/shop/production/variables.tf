variable "environment" {
  type = string
}

variable "cidr" {
  type    = string
  default = "10.0.0.0/16"
}

variable "visibility_timeout_seconds" {
  type    = number
  default = 60
}
