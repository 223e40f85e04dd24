#!/bin/sh
# Creates or updates the tables of Temporal with the admin tools, whose version is that of the server. It can be repeated: the
# databases store the version of their schema. The environment has SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD.
set -eu
schemas=${TEMPORAL_SCHEMAS:-/etc/temporal/schema/postgresql/v12}

temporal-sql-tool --database temporal setup-schema --version 0.0
temporal-sql-tool --database temporal update-schema --schema-dir "$schemas/temporal/versioned"
temporal-sql-tool --database temporal_visibility setup-schema --version 0.0
temporal-sql-tool --database temporal_visibility update-schema --schema-dir "$schemas/visibility/versioned"
