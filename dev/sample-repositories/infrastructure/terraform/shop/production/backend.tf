terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.0"
    }
  }

  backend "s3" {
    bucket       = "terraform-state-@@shop-production@@"
    key          = "shop/production/terraform.tfstate"
    region       = "eu-west-1"
    use_lockfile = true
  }
}
