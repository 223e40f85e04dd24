include "root" {
  path = find_in_parent_folders("root.hcl")
}

terraform {
  source = "${get_repo_root()}/modules/network"
}

inputs = {
  cidr = "10.1.0.0/16"
}
