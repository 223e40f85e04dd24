variable "name" {
  type = string
}

variable "cidr" {
  type = string
}
