provider "aws" {
  region              = "eu-west-1"
  allowed_account_ids = ["@@shop-staging@@"]

  default_tags {
    tags = {
      Environment = "staging"
      Owner       = "team-platform"
    }
  }
}
