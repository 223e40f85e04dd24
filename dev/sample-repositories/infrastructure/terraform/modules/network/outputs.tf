output "vpc_id" {
  value = aws_vpc.this.id
}
