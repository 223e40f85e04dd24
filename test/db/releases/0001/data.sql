set timezone = 'UTC';
set session_replication_role = replica;

insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.499+00', '2026-11-22 11:08:35.499+00');
insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.697+00', '2026-11-22 11:08:35.697+00');
insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.282+00', '2026-11-22 11:08:35.282+00');

insert into applications (organization_id, id, name, slug, description, criticality, lifecycle, source, created_by, created_at, updated_at, archived_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '71953c314756', '1c063d517e70', '81544f9c5d68', 'critical', 'planned', 'manual', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.504+00', '2026-11-22 11:08:35.504+00', '2026-11-22 11:08:35.504+00');
insert into applications (organization_id, id, name, slug, description, criticality, lifecycle, source, created_by, created_at, updated_at, archived_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '18567cab673e', '02685f889d1b', '0323dffa59e3', 'critical', 'planned', 'manual', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.7+00', '2026-11-22 11:08:35.7+00', '2026-11-22 11:08:35.7+00');
insert into applications (organization_id, id, name, slug, description, criticality, lifecycle, source, created_by, created_at, updated_at, archived_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'afec20b86a38', '7776df5db90a', 'c9f06496600a', 'critical', 'planned', 'manual', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.287+00', '2026-11-22 11:08:35.287+00', '2026-11-22 11:08:35.287+00');

insert into audit_chain_heads (organization_id, sequence, hash, pruned_sequence, pruned_hash)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '1', E'\\xbd605364c9f1fbaa1658cfbf29ea883e0c9ef5c522a062db2ef7f97f37d89864', '1', E'\\x735843a182830dcce210cda5c0e0b62013b0995351eeb6b1d2e2311f5217e6d1');
insert into audit_chain_heads (organization_id, sequence, hash, pruned_sequence, pruned_hash)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', '1', E'\\x4c38fbe69bc6ea049669d18eb1757098dde4f421d310771434e243dafa5d6473', '1', E'\\xacda1e2ec1f20e59184202c0fafcfce4703af8d387082862d233e3b8554674b5');
insert into audit_chain_heads (organization_id, sequence, hash, pruned_sequence, pruned_hash)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', '1', E'\\x21d92d92177a8064f645b681b126055dc0aa3945e98ba4d9c450240ce9722d32', '1', E'\\x8cb31a67584ffc08e0e038d82cb18a74ac9de7b9361d00231451237f79044e91');

insert into audit_entries (organization_id, id, occurred_at, transaction_id, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, outcome, request_id, ip, details, sequence, hash)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.52+00', '1', 'user', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '0cb843d1c376', '7519a0e0ca07', '65db5deeddfc', '94c4e17ffa4a', '99b1620e464a', 'success', '8073ea31ad3b', 'd9fb85156d76', '{}', '1', E'\\x27a6d66faaf6a81c1649b7cad7b5c079e6c3d8faa505ba0261cb573b57c42964');
insert into audit_entries (organization_id, id, occurred_at, transaction_id, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, outcome, request_id, ip, details, sequence, hash)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.71+00', '1', 'user', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1310d02653d5', '05a8e2a6002c', 'c361ed923dbf', 'f23088d65486', '983e0512017d', 'success', 'c16627cce96a', '12e0e0f630aa', '{}', '1', E'\\x4918871f00cfd9c394a002d2138cec4b45966c4ae78dddd32f91f9a438c8baae');
insert into audit_entries (organization_id, id, occurred_at, transaction_id, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, outcome, request_id, ip, details, sequence, hash)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.294+00', '1', 'user', 'f2a44836-a7f7-4756-be4f-82de425f449a', '4e4a0b8eef04', '24389c983c9c', '60c315330030', '62ff34ee72b8', 'fb3e6c14ee9a', 'success', '597a4bfb640e', 'eefded743576', '{}', '1', E'\\xd1d62492c1bce1fef8f85902bf913472a3860f9f8225932ff0b266bd2019ed09');

insert into aws_accounts (organization_id, id, connection_id, account_id, name, name_chosen, email, ou_path, role_arn, included, status, regions, enabled_regions, effective_regions, scan_interval_minutes, validation, template_version, stack_id, default_environment_id, last_validated_at, schedule_due, created_at, updated_at, deleted_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '123456789012', '7672ea0bfb6a', 'true', '889da5d7d9ec', 'e536f3a75247', 'fc4e540767a0', 'true', 'pending', '{93966e1c971a}', '{6530672756d4}', '{5fefeaac2220}', '5', '{}', '0a57675460db', '305e814b53f7', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.526+00', 'true', '2026-11-22 11:08:35.526+00', '2026-11-22 11:08:35.526+00', '2026-11-22 11:08:35.526+00');
insert into aws_accounts (organization_id, id, connection_id, account_id, name, name_chosen, email, ou_path, role_arn, included, status, regions, enabled_regions, effective_regions, scan_interval_minutes, validation, template_version, stack_id, default_environment_id, last_validated_at, schedule_due, created_at, updated_at, deleted_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '123456789012', '6ac732b17152', 'true', 'c1b05724afc8', '67fba6f3692e', '30a58635be98', 'true', 'pending', '{e8793ecb5d01}', '{50f7cc78b16f}', '{d8b8b6c2f89c}', '5', '{}', '013e7c6778b1', '4663ac464b24', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.718+00', 'true', '2026-11-22 11:08:35.718+00', '2026-11-22 11:08:35.718+00', '2026-11-22 11:08:35.718+00');
insert into aws_accounts (organization_id, id, connection_id, account_id, name, name_chosen, email, ou_path, role_arn, included, status, regions, enabled_regions, effective_regions, scan_interval_minutes, validation, template_version, stack_id, default_environment_id, last_validated_at, schedule_due, created_at, updated_at, deleted_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '123456789012', 'a81f343b350a', 'true', 'b53fa1659c98', '7336fe5f3e39', 'efa3b2c29329', 'true', 'pending', '{64a8e29b782e}', '{fca5ccf74fbd}', '{05a6527b95c1}', '5', '{}', '1202631bafc5', 'ee298a52932b', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.302+00', 'true', '2026-11-22 11:08:35.302+00', '2026-11-22 11:08:35.302+00', '2026-11-22 11:08:35.302+00');

insert into aws_connections (organization_id, id, name, kind, status, management_account_id, external_id, role_name, organization_id_external, regions, scan_interval_minutes, last_validated_at, last_synced_at, last_error, created_at, updated_at, deleted_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '133d158e0a69', 'organization', 'pending', '123456789012', 'd0ce29b5857a', '50d03ca7dae7', '05339108188a', '{93098e9a45b6}', '5', '2026-11-22 11:08:35.531+00', '2026-11-22 11:08:35.531+00', 'c73f04046983', '2026-11-22 11:08:35.531+00', '2026-11-22 11:08:35.531+00', '2026-11-22 11:08:35.531+00');
insert into aws_connections (organization_id, id, name, kind, status, management_account_id, external_id, role_name, organization_id_external, regions, scan_interval_minutes, last_validated_at, last_synced_at, last_error, created_at, updated_at, deleted_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '00c9a15a0a7f', 'organization', 'pending', '123456789012', '11baf8fd06e2', 'd6ca01079305', 'a90de765438c', '{d32fa3c05e98}', '5', '2026-11-22 11:08:35.722+00', '2026-11-22 11:08:35.722+00', '2bfad83fb2e4', '2026-11-22 11:08:35.722+00', '2026-11-22 11:08:35.722+00', '2026-11-22 11:08:35.722+00');
insert into aws_connections (organization_id, id, name, kind, status, management_account_id, external_id, role_name, organization_id_external, regions, scan_interval_minutes, last_validated_at, last_synced_at, last_error, created_at, updated_at, deleted_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '4ee9b1cc3796', 'organization', 'pending', '123456789012', '964b1f46c9b9', '29762689cfa6', '56ae1a516480', '{2418666602e2}', '5', '2026-11-22 11:08:35.305+00', '2026-11-22 11:08:35.305+00', '333478f165cf', '2026-11-22 11:08:35.305+00', '2026-11-22 11:08:35.305+00', '2026-11-22 11:08:35.305+00');

insert into changes (organization_id, id, resource_id, aws_account_id, region, resource_type, kind, since, occurred_at, detected_at, source, attribution, actor_type, actor_arn, actor_name, event_name, event_id, explained_by_kind, explained_by_id, explained_by_confidence, explained_by_address, scan_id, revision, paths, diff)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '17006fe8e2ae', 'ab612fb76cc6', 'created', '2026-11-22 11:08:35.541+00', '2026-11-22 11:08:35.541+00', '2026-11-22 11:08:35.541+00', 'scan', 'exact', 'd445ca76f5a1', 'ad340f435eb0', '82933ae51fee', 'b6832f73c5bc', '1fa9895bd668', 'execution', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'high', 'd7f9fb4cdc9e', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '1', '{1fe51bd20d89}', '{}');
insert into changes (organization_id, id, resource_id, aws_account_id, region, resource_type, kind, since, occurred_at, detected_at, source, attribution, actor_type, actor_arn, actor_name, event_name, event_id, explained_by_kind, explained_by_id, explained_by_confidence, explained_by_address, scan_id, revision, paths, diff)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'c93c1b2d350e', '7ecdbb26dad9', 'created', '2026-11-22 11:08:35.729+00', '2026-11-22 11:08:35.729+00', '2026-11-22 11:08:35.729+00', 'scan', 'exact', '5d7ad84cf6bc', '1f0ee6f87260', '25a4fb38af32', '5e22d8fb5029', '5a584a8e3a21', 'execution', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'high', 'd69c0e89f0a9', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1', '{81f798093aca}', '{}');
insert into changes (organization_id, id, resource_id, aws_account_id, region, resource_type, kind, since, occurred_at, detected_at, source, attribution, actor_type, actor_arn, actor_name, event_name, event_id, explained_by_kind, explained_by_id, explained_by_confidence, explained_by_address, scan_id, revision, paths, diff)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '34e4a03f24a3', '5147bceb6047', 'created', '2026-11-22 11:08:35.311+00', '2026-11-22 11:08:35.311+00', '2026-11-22 11:08:35.311+00', 'scan', 'exact', 'c7e06acb814f', 'ba9a29c29c8f', 'fe9b7af51e20', '5f53f69815fd', 'acf1cff003b6', 'execution', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'high', 'a1f59bc98650', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1', '{3c92977108fa}', '{}');

insert into cloudtrail_event_keys (organization_id, aws_account_id, key, event_row_id)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '0e7d0e6592d9', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71');
insert into cloudtrail_event_keys (organization_id, aws_account_id, key, event_row_id)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '6e189b2b26f9', 'd3372db2-5738-411c-be98-ec2c6e9a0946');
insert into cloudtrail_event_keys (organization_id, aws_account_id, key, event_row_id)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2da653cc03a2', 'f2a44836-a7f7-4756-be4f-82de425f449a');

insert into cloudtrail_events (organization_id, id, aws_account_id, region, event_id, event_name, event_source, occurred_at, actor_type, actor_arn, actor_name, keys)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '4c1524281d24', '2eccd87970c1', '3a0038f50301', '1dbb2c1acff4', '2026-11-22 11:08:35.544+00', '6612cf786b65', '89156d951047', '201aa8c6c598', '{636631a0f4cc}');
insert into cloudtrail_events (organization_id, id, aws_account_id, region, event_id, event_name, event_source, occurred_at, actor_type, actor_arn, actor_name, keys)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '5f4ae77fec8d', '125117948fda', '0ee4432248c7', '5e00c025f1cd', '2026-11-22 11:08:35.738+00', '52c92e1e9289', 'cd68554b0739', '77d35c1baa50', '{99372b5e611b}');
insert into cloudtrail_events (organization_id, id, aws_account_id, region, event_id, event_name, event_source, occurred_at, actor_type, actor_arn, actor_name, keys)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '05777c10db38', '860cd64343b5', 'ed3ecc3b5c7b', '7c68f74ab9ff', '2026-11-22 11:08:35.32+00', 'bf33378f9841', '9b76c7b46ffa', '3ebb3c41be9a', '{4a0d9a27ee14}');

insert into cloudtrail_feeds (organization_id, id, aws_account_id, region, status, watermark, last_event_at, last_polled_at, last_error, created_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '51956200b695', 'ok', '2026-11-22 11:08:35.546+00', '2026-11-22 11:08:35.546+00', '2026-11-22 11:08:35.546+00', 'b0ff3476b4c2', '2026-11-22 11:08:35.546+00');
insert into cloudtrail_feeds (organization_id, id, aws_account_id, region, status, watermark, last_event_at, last_polled_at, last_error, created_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '5887d7903c9c', 'ok', '2026-11-22 11:08:35.74+00', '2026-11-22 11:08:35.74+00', '2026-11-22 11:08:35.74+00', '18565d70241b', '2026-11-22 11:08:35.74+00');
insert into cloudtrail_feeds (organization_id, id, aws_account_id, region, status, watermark, last_event_at, last_polled_at, last_error, created_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '60acdc5b35fe', 'ok', '2026-11-22 11:08:35.327+00', '2026-11-22 11:08:35.327+00', '2026-11-22 11:08:35.327+00', '15f9aad0df85', '2026-11-22 11:08:35.327+00');

insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, error_code, error, scan_id, last_attempt_at, last_complete_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'e15d39371a12', '7e2131c7e6eb', 'complete', 'db88d1145bec', 'complete', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.547+00', '2026-11-22 11:08:35.547+00');
insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, error_code, error, scan_id, last_attempt_at, last_complete_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd67fc55974d4', '1f8d43b97997', 'complete', '2e794b527387', 'complete', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.743+00', '2026-11-22 11:08:35.743+00');
insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, error_code, error, scan_id, last_attempt_at, last_complete_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '329029295344', '10a327fb1ae5', 'complete', 'aac7283d5c1c', 'complete', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.329+00', '2026-11-22 11:08:35.329+00');

insert into environments (organization_id, id, name, class, created_at, updated_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '39f16ca17373', 'production', '2026-11-22 11:08:35.553+00', '2026-11-22 11:08:35.553+00');
insert into environments (organization_id, id, name, class, created_at, updated_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '36741206f29e', 'production', '2026-11-22 11:08:35.744+00', '2026-11-22 11:08:35.744+00');
insert into environments (organization_id, id, name, class, created_at, updated_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'b4a2363232c1', 'production', '2026-11-22 11:08:35.333+00', '2026-11-22 11:08:35.333+00');

insert into idempotency_keys (organization_id, id, principal_id, operation, key, request_hash, status, answer_sealed, created_at, expires_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'e790c239e197', '08f48165a062', E'\\x235ed1a94a10bb4431180acc86cc87fddb10f1d6af620c26c0e02d36e348cb1e', '1', '9c554de2eb7b', '2026-11-22 11:08:35.555+00', '2026-11-22 11:08:35.555+00');
insert into idempotency_keys (organization_id, id, principal_id, operation, key, request_hash, status, answer_sealed, created_at, expires_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'fcb4910e14b6', '22c31d451916', E'\\xc52f2e4adfb64f8232ea8785b96407ba58bda51bcd4aa03cddffc18fe4c9e2c0', '1', '796ec3cbd6a3', '2026-11-22 11:08:35.752+00', '2026-11-22 11:08:35.752+00');
insert into idempotency_keys (organization_id, id, principal_id, operation, key, request_hash, status, answer_sealed, created_at, expires_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'fe2bd87c1523', '5ef9fa950bfe', E'\\x2f6ea75a6a421f442e48c24476420dac039e91eeae2e109f971b58b02c2b4abb', '1', 'dab8c9ec6ebb', '2026-11-22 11:08:35.337+00', '2026-11-22 11:08:35.337+00');

insert into ingest_tokens (organization_id, id, name, prefix, token_hash, created_by, created_at, last_used_at, expires_at, revoked_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '311365011301', '135738728565', E'\\x1d1aef2026406a6e079ab3a256378ce47d9334665a0aad5da82aaec2cb506f92', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.56+00', '2026-11-22 11:08:35.56+00', '2026-11-22 11:08:35.56+00', '2026-11-22 11:08:35.56+00');
insert into ingest_tokens (organization_id, id, name, prefix, token_hash, created_by, created_at, last_used_at, expires_at, revoked_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'dd215a317512', '98e8b3ff48dc', E'\\x5b39066d1803030f0b3ee6c19249c55799c59f086558d9a71fb200c039004c34', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.754+00', '2026-11-22 11:08:35.754+00', '2026-11-22 11:08:35.754+00', '2026-11-22 11:08:35.754+00');
insert into ingest_tokens (organization_id, id, name, prefix, token_hash, created_by, created_at, last_used_at, expires_at, revoked_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'c78cd64b90b2', '2aa0cb8066d7', E'\\x1231a97ee18da9c0a06a808696799092f0ff98faf43a1922cd903e5f26a2a13c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.342+00', '2026-11-22 11:08:35.342+00', '2026-11-22 11:08:35.342+00', '2026-11-22 11:08:35.342+00');

insert into invitations (organization_id, id, email, roles, token_hash, status, invited_by, created_at, expires_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2891acea20c2', '{platform_admin}', E'\\x704e349efcd1aa5fe6ad3b570f4acb471d77b71e18c1a36796a858a9fae916cc', 'pending', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.571+00', '2026-11-22 11:08:35.571+00');
insert into invitations (organization_id, id, email, roles, token_hash, status, invited_by, created_at, expires_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1d71cc79f235', '{platform_admin}', E'\\xc087dc2b17dd2fbd9f988b776263a6a725af9e9fbfba93532d8e83054af29c7d', 'pending', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.757+00', '2026-11-22 11:08:35.757+00');
insert into invitations (organization_id, id, email, roles, token_hash, status, invited_by, created_at, expires_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '7e0702ba0cd6', '{platform_admin}', E'\\xae1cf1cc27f6f382a8298fc7679daaadfa27f894d3a875fb32c69133e4e2eb23', 'pending', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.346+00', '2026-11-22 11:08:35.346+00');

insert into memberships (organization_id, id, application_id, resource_id, status, source, confidence, created_at, updated_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'inferred', 'declared', 'high', '2026-11-22 11:08:35.581+00', '2026-11-22 11:08:35.581+00');
insert into memberships (organization_id, id, application_id, resource_id, status, source, confidence, created_at, updated_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'inferred', 'declared', 'high', '2026-11-22 11:08:35.762+00', '2026-11-22 11:08:35.762+00');
insert into memberships (organization_id, id, application_id, resource_id, status, source, confidence, created_at, updated_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'inferred', 'declared', 'high', '2026-11-22 11:08:35.354+00', '2026-11-22 11:08:35.354+00');

insert into onboarding_steps (organization_id, connection_id, key, status, detail, completed_at, updated_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'deploy_role', 'done', 'd72125a01db7', '2026-11-22 11:08:35.583+00', '2026-11-22 11:08:35.583+00');
insert into onboarding_steps (organization_id, connection_id, key, status, detail, completed_at, updated_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'deploy_role', 'done', 'f75341d01e22', '2026-11-22 11:08:35.764+00', '2026-11-22 11:08:35.764+00');
insert into onboarding_steps (organization_id, connection_id, key, status, detail, completed_at, updated_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'deploy_role', 'done', '590fe2cd56f3', '2026-11-22 11:08:35.364+00', '2026-11-22 11:08:35.364+00');

insert into organizations (id, name, slug, settings, created_at, updated_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', 'second', 'second', '{}', '2026-11-22 11:08:35.460785+00', '2026-11-22 11:08:35.460785+00');
insert into organizations (id, name, slug, settings, created_at, updated_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'third', 'third', '{}', '2026-11-22 11:08:35.672171+00', '2026-11-22 11:08:35.672171+00');
insert into organizations (id, name, slug, settings, created_at, updated_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'first', 'first', '{}', '2026-11-22 11:08:35.228732+00', '2026-11-22 11:08:35.228732+00');

insert into rate_limits (key, hits, resets_at)
  overriding system value values ('first', '1', '2026-11-22 11:08:35.231145+00');
insert into rate_limits (key, hits, resets_at)
  overriding system value values ('second', '1', '2026-11-22 11:08:35.464729+00');
insert into rate_limits (key, hits, resets_at)
  overriding system value values ('third', '1', '2026-11-22 11:08:35.672822+00');

insert into resource_count_deltas (organization_id, id, cell_id, management_state, active, deleted, unobserved)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '2', '1', 'd6a11014e1cf', '1', '1', '1');
insert into resource_count_deltas (organization_id, id, cell_id, management_state, active, deleted, unobserved)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', '3', '1', '90cbfec641c7', '1', '1', '1');
insert into resource_count_deltas (organization_id, id, cell_id, management_state, active, deleted, unobserved)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', '1', '1', '7b8418885f68', '1', '1', '1');

insert into resource_counts (organization_id, resource_type, aws_account_id, region, management_state, active, deleted, unobserved)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', 'be49b3e2a806', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '839734c67fb9', 'f04c42c209eb', '1', '1', '1');
insert into resource_counts (organization_id, resource_type, aws_account_id, region, management_state, active, deleted, unobserved)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', '1ec4a098c937', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'f32c709da6c2', '6fd89dd2a264', '1', '1', '1');
insert into resource_counts (organization_id, resource_type, aws_account_id, region, management_state, active, deleted, unobserved)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2ef2a615c7c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '8dd3787a67af', '0eab48523b44', '1', '1', '1');

insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '1', '{}', '{}', '{}');
insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1', '{}', '{}', '{}');
insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1', '{}', '{}', '{}');

insert into resource_former_texts (organization_id, resource_id, valid_from, valid_to, text)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.602+00', '2026-11-22 11:08:35.602+00', 'ac042a0904ac');
insert into resource_former_texts (organization_id, resource_id, valid_from, valid_to, text)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.778+00', '2026-11-22 11:08:35.778+00', '8bd13fc8a660');
insert into resource_former_texts (organization_id, resource_id, valid_from, valid_to, text)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.377+00', '2026-11-22 11:08:35.377+00', '282b503494dc');

insert into resource_history (organization_id, resource_id, valid_from, valid_to, cell_id, status, last_changed_at, deleted_at, name)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '2026-11-22 11:08:35.605+00', 'infinity', '1', '1', '2026-11-22 11:08:35.605+00', '2026-11-22 11:08:35.605+00', 'd0e040402149');
insert into resource_history (organization_id, resource_id, valid_from, valid_to, cell_id, status, last_changed_at, deleted_at, name)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2026-11-22 11:08:35.785+00', 'infinity', '1', '1', '2026-11-22 11:08:35.785+00', '2026-11-22 11:08:35.785+00', '1ca04193605a');
insert into resource_history (organization_id, resource_id, valid_from, valid_to, cell_id, status, last_changed_at, deleted_at, name)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '2026-11-22 11:08:35.38+00', 'infinity', '1', '1', '2026-11-22 11:08:35.38+00', '2026-11-22 11:08:35.38+00', '9035b939bba8');

insert into resource_pair_counts (organization_id, facet, value, other, other_value, active, deleted, unobserved)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '1', '632fc5ddb0ea', '1', '7c5b32e6625c', '1', '1', '1');
insert into resource_pair_counts (organization_id, facet, value, other, other_value, active, deleted, unobserved)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', '1', 'b77db9a4edb9', '1', 'd873ee3e6835', '1', '1', '1');
insert into resource_pair_counts (organization_id, facet, value, other, other_value, active, deleted, unobserved)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', '1', '9e32910cb8b9', '1', '7f7a14475c1b', '1', '1', '1');

insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, observed_at, scan_id, configuration, tags, diff)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '1', '58b1d4eb7300', '1', '2026-11-22 11:08:35.613+00', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '{}', '{}', '{}');
insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, observed_at, scan_id, configuration, tags, diff)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1', 'd7a2409b9c9c', '1', '2026-11-22 11:08:35.789+00', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '{}', '{}', '{}');
insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, observed_at, scan_id, configuration, tags, diff)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1', '3dd4fb2afc7e', '1', '2026-11-22 11:08:35.387+00', 'f2a44836-a7f7-4756-be4f-82de425f449a', '{}', '{}', '{}');

insert into resource_search (organization_id, resource_id, cell_id, status, management_state, indexed, text)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '1', '1', '1', 'true', '73ddca48f19d');
insert into resource_search (organization_id, resource_id, cell_id, status, management_state, indexed, text)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1', '1', '1', 'true', '64f9c9fc6d1a');
insert into resource_search (organization_id, resource_id, cell_id, status, management_state, indexed, text)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1', '1', '1', 'true', 'dad15d2bd2f0');

insert into resource_tags (organization_id, resource_id, key, value, valid_from, valid_to)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'ef4c33a2ef36', 'c1adb8c40578', '2026-11-22 11:08:35.621+00', '2026-11-22 11:08:35.621+00');
insert into resource_tags (organization_id, resource_id, key, value, valid_from, valid_to)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'b2a9ebc48a39', 'cc2099131659', '2026-11-22 11:08:35.797+00', '2026-11-22 11:08:35.797+00');
insert into resource_tags (organization_id, resource_id, key, value, valid_from, valid_to)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '92a47a012538', '48bbf5125a4e', '2026-11-22 11:08:35.402+00', '2026-11-22 11:08:35.402+00');

insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, status, management_state, config_hash, rule_set, first_discovered_at, last_changed_at, deleted_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '62af7fd4fef5', '97162ed96efd', '40b12d0a5d03', '103290f23760', '06b835d61b3a', 'deleted', 'managed', '514f545c14a9', '1', '2026-11-22 11:08:35.623+00', '2026-11-22 11:08:35.623+00', '2026-11-22 11:08:35.623+00');
insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, status, management_state, config_hash, rule_set, first_discovered_at, last_changed_at, deleted_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '97064907d4a6', '679fdb4d1ee7', '4b44e411e191', 'e9ca44bcbd83', '88b82882850a', 'deleted', 'managed', '55f3ef5a5cd2', '1', '2026-11-22 11:08:35.801+00', '2026-11-22 11:08:35.801+00', '2026-11-22 11:08:35.801+00');
insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, status, management_state, config_hash, rule_set, first_discovered_at, last_changed_at, deleted_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '273cf8d92ff6', 'a6cb1c120edb', '58663ad10ffc', '618ce173bd3c', 'e6499460ce4e', 'deleted', 'managed', '452388454027', '1', '2026-11-22 11:08:35.405+00', '2026-11-22 11:08:35.405+00', '2026-11-22 11:08:35.405+00');

insert into runs (organization_id, id, kind, subject_id, status, description, account_id, requested_by, error, created_at, started_at, finished_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'scan', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'queued', '959ed2542535', 'b8b02b82a365', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '98c3307a4d7c', '2026-11-22 11:08:35.626+00', '2026-11-22 11:08:35.626+00', '2026-11-22 11:08:35.626+00');
insert into runs (organization_id, id, kind, subject_id, status, description, account_id, requested_by, error, created_at, started_at, finished_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'scan', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'queued', 'a1318c5a2103', '300e2ba26721', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'a16b59b0070d', '2026-11-22 11:08:35.809+00', '2026-11-22 11:08:35.809+00', '2026-11-22 11:08:35.809+00');
insert into runs (organization_id, id, kind, subject_id, status, description, account_id, requested_by, error, created_at, started_at, finished_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'scan', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'queued', '4cf4a92795c9', '666d92b21fd6', 'f2a44836-a7f7-4756-be4f-82de425f449a', '448c3f73fa1b', '2026-11-22 11:08:35.414+00', '2026-11-22 11:08:35.414+00', '2026-11-22 11:08:35.414+00');

insert into scan_accounts (organization_id, scan_id, aws_account_id, active, region_set, resource_type_set)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'true', '{}', '{}');
insert into scan_accounts (organization_id, scan_id, aws_account_id, active, region_set, resource_type_set)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'true', '{}', '{}');
insert into scan_accounts (organization_id, scan_id, aws_account_id, active, region_set, resource_type_set)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'true', '{}', '{}');

insert into scan_tasks (organization_id, id, scan_id, aws_account_id, region, service, resource_types, status, attempts, claimed_by, lease_expires_at, resources_seen, created, updated, deleted, unchanged, error_code, error, failures, started_at, finished_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'b126832fef21', '3c0977b124ad', '{f2498fffe828}', 'queued', '1', '4dd0eba2de90', '2026-11-22 11:08:35.633+00', '1', '1', '1', '1', '1', '7d4181c3e3f1', 'acf5a6221e0c', '{}', '2026-11-22 11:08:35.633+00', '2026-11-22 11:08:35.633+00');
insert into scan_tasks (organization_id, id, scan_id, aws_account_id, region, service, resource_types, status, attempts, claimed_by, lease_expires_at, resources_seen, created, updated, deleted, unchanged, error_code, error, failures, started_at, finished_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'c8c4d17735aa', '235d0158a0e9', '{bf8f755a2be4}', 'queued', '1', '7ac69f057502', '2026-11-22 11:08:35.818+00', '1', '1', '1', '1', '1', '75b69a1caf7d', '95a01d0ca4f9', '{}', '2026-11-22 11:08:35.818+00', '2026-11-22 11:08:35.819+00');
insert into scan_tasks (organization_id, id, scan_id, aws_account_id, region, service, resource_types, status, attempts, claimed_by, lease_expires_at, resources_seen, created, updated, deleted, unchanged, error_code, error, failures, started_at, finished_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '46c2d6f9fb58', '1e806b907369', '{20f90932fabe}', 'queued', '1', '5e79bcdf5f61', '2026-11-22 11:08:35.426+00', '1', '1', '1', '1', '1', 'd0eea23f7f56', '3363477f3948', '{}', '2026-11-22 11:08:35.426+00', '2026-11-22 11:08:35.426+00');

insert into scans (organization_id, id, trigger, status, connection_id, aws_account_id, regions, resource_types, retry_of_task_id, requested_by, seen, created, updated, deleted, unchanged, tasks_total, tasks_done, tasks_failed, error, created_at, started_at, cancel_requested_at, finished_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'manual', 'queued', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '{dcaab2c4dc7d}', '{cfbc5bfba404}', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '1', '1', '1', '1', '1', '1', '1', '1', '52b0588f184b', '2026-11-22 11:08:35.635+00', '2026-11-22 11:08:35.635+00', '2026-11-22 11:08:35.635+00', '2026-11-22 11:08:35.635+00');
insert into scans (organization_id, id, trigger, status, connection_id, aws_account_id, regions, resource_types, retry_of_task_id, requested_by, seen, created, updated, deleted, unchanged, tasks_total, tasks_done, tasks_failed, error, created_at, started_at, cancel_requested_at, finished_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'manual', 'queued', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '{d7e8c761ea0b}', '{d2b8fe06378e}', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1', '1', '1', '1', '1', '1', '1', '1', '81e090fae843', '2026-11-22 11:08:35.821+00', '2026-11-22 11:08:35.821+00', '2026-11-22 11:08:35.821+00', '2026-11-22 11:08:35.821+00');
insert into scans (organization_id, id, trigger, status, connection_id, aws_account_id, regions, resource_types, retry_of_task_id, requested_by, seen, created, updated, deleted, unchanged, tasks_total, tasks_done, tasks_failed, error, created_at, started_at, cancel_requested_at, finished_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'manual', 'queued', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '{f38490e36ad0}', '{5c466d65c2b2}', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1', '1', '1', '1', '1', '1', '1', '1', '2ba427f17f91', '2026-11-22 11:08:35.429+00', '2026-11-22 11:08:35.429+00', '2026-11-22 11:08:35.429+00', '2026-11-22 11:08:35.429+00');

insert into schema_migrations (id, name, batch, migration_time)
  overriding system value values ('1', '0001-initial.js', '1', '2026-11-22 11:08:35.183+00');

insert into schema_migrations_lock (index, is_locked)
  overriding system value values ('1', '0');

insert into search_cells (organization_id, id, resource_type, aws_account_id, region)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '2', 'b70e6b5ed4bf', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '70494689de1d');
insert into search_cells (organization_id, id, resource_type, aws_account_id, region)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', '3', 'd99e140bfdaa', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '789642a6219f');
insert into search_cells (organization_id, id, resource_type, aws_account_id, region)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', '1', 'ef52d943fbd1', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f187a10465fd');

insert into secret_hash_keys (organization_id, id, key_sealed, created_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '9c14d55ddf6c', '2026-11-22 11:08:35.642+00');
insert into secret_hash_keys (organization_id, id, key_sealed, created_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '3dc6fbf5d07d', '2026-11-22 11:08:35.825+00');
insert into secret_hash_keys (organization_id, id, key_sealed, created_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1ff1c92348be', '2026-11-22 11:08:35.435+00');

insert into seen_resources (organization_id, task_id, attempt, resource_id)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '1', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71');
insert into seen_resources (organization_id, task_id, attempt, resource_id)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '1', 'd3372db2-5738-411c-be98-ec2c6e9a0946');
insert into seen_resources (organization_id, task_id, attempt, resource_id)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '1', 'f2a44836-a7f7-4756-be4f-82de425f449a');

insert into sessions (organization_id, id, user_id, key_sealed, counter, created_at, rotated_at, expires_at, absolute_expires_at, revoked_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'ffc92503d5bd', '1', '2026-11-22 11:08:35.659+00', '2026-11-22 11:08:35.659+00', '2026-11-22 11:08:35.659+00', '2026-11-22 11:08:35.659+00', '2026-11-22 11:08:35.659+00');
insert into sessions (organization_id, id, user_id, key_sealed, counter, created_at, rotated_at, expires_at, absolute_expires_at, revoked_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '8440ac50453c', '1', '2026-11-22 11:08:35.829+00', '2026-11-22 11:08:35.829+00', '2026-11-22 11:08:35.829+00', '2026-11-22 11:08:35.829+00', '2026-11-22 11:08:35.829+00');
insert into sessions (organization_id, id, user_id, key_sealed, counter, created_at, rotated_at, expires_at, absolute_expires_at, revoked_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2a44836-a7f7-4756-be4f-82de425f449a', 'f2671f1e0948', '1', '2026-11-22 11:08:35.442+00', '2026-11-22 11:08:35.442+00', '2026-11-22 11:08:35.442+00', '2026-11-22 11:08:35.442+00', '2026-11-22 11:08:35.442+00');

insert into token_buckets (organization_id, aws_account_id, region, service, tokens, rate, refilled_at, blocked_until, throttled_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', 'a09fb956a400', '9bd85cffd952', '1', '1', '2026-11-22 11:08:35.661+00', '2026-11-22 11:08:35.661+00', '2026-11-22 11:08:35.661+00');
insert into token_buckets (organization_id, aws_account_id, region, service, tokens, rate, refilled_at, blocked_until, throttled_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '2548a113240f', '7b8e6855e7aa', '1', '1', '2026-11-22 11:08:35.832+00', '2026-11-22 11:08:35.832+00', '2026-11-22 11:08:35.832+00');
insert into token_buckets (organization_id, aws_account_id, region, service, tokens, rate, refilled_at, blocked_until, throttled_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '24b4fdef022e', 'a094e1ba07a9', '1', '1', '2026-11-22 11:08:35.446+00', '2026-11-22 11:08:35.446+00', '2026-11-22 11:08:35.446+00');

insert into users (organization_id, id, email, name, password_hash, status, roles, last_login_at, created_at, updated_at)
  overriding system value values ('8b6d7dda-6800-4183-b6c3-39e26fd5102f', '3cbe4724-cfc2-4d9a-acc1-dc5c0cb4de71', '3da2bde71012', 'b045fb62cd6f', '90570b661124', 'active', '{platform_admin}', '2026-11-22 11:08:35.663+00', '2026-11-22 11:08:35.663+00', '2026-11-22 11:08:35.663+00');
insert into users (organization_id, id, email, name, password_hash, status, roles, last_login_at, created_at, updated_at)
  overriding system value values ('a4c20a69-dd13-4ce6-b44a-cf6c261d5362', 'd3372db2-5738-411c-be98-ec2c6e9a0946', '95e30a222729', '69e33277565e', 'fc1e2a799bdb', 'active', '{platform_admin}', '2026-11-22 11:08:35.834+00', '2026-11-22 11:08:35.834+00', '2026-11-22 11:08:35.834+00');
insert into users (organization_id, id, email, name, password_hash, status, roles, last_login_at, created_at, updated_at)
  overriding system value values ('c2b10314-651e-47c2-8a5d-b99e2603341c', 'f2a44836-a7f7-4756-be4f-82de425f449a', '47c2ea56fd62', 'df962729bb98', '41983dada7e8', 'active', '{platform_admin}', '2026-11-22 11:08:35.451+00', '2026-11-22 11:08:35.451+00', '2026-11-22 11:08:35.451+00');

select setval('resource_count_deltas_id_seq', 3);
select setval('schema_migrations_id_seq', 1);
select setval('schema_migrations_lock_index_seq', 1);
select setval('search_cells_id_seq', 3);

set session_replication_role = origin;
