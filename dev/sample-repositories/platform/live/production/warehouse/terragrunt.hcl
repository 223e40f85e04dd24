include "root" {
  path = find_in_parent_folders("root.hcl")
}

terraform {
  source = "../../../modules/warehouse"
}

dependency "network" {
  config_path = "../network"
}

inputs = {
  vpc_id = dependency.network.outputs.vpc_id
}
