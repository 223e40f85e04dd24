provider "aws" {
  region              = "eu-west-1"
  allowed_account_ids = ["@@shop-production@@"]

  default_tags {
    tags = {
      Environment = "production"
      Owner       = "team-platform"
    }
  }
}
