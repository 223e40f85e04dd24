locals {
  environment = basename(dirname(get_terragrunt_dir()))
}

remote_state {
  backend = "s3"

  generate = {
    path      = "backend.tf"
    if_exists = "overwrite_terragrunt"
  }

  config = {
    bucket       = "terraform-state-@@data-platform@@"
    key          = "platform/${path_relative_to_include()}/terraform.tfstate"
    region       = "eu-west-1"
    use_lockfile = true
  }
}

generate "provider" {
  path      = "provider.tf"
  if_exists = "overwrite_terragrunt"
  contents  = <<-EOF
    provider "aws" {
      region              = "eu-west-1"
      allowed_account_ids = ["@@data-platform@@"]
    }
  EOF
}

inputs = {
  environment = local.environment
}
