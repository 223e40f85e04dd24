import '../../runtime/check-node.mjs';
import { writeFile } from 'node:fs/promises';
import { createOpenApiDocument } from '../../api/http/openapi.ts';
import { productVersion } from '../../api/meta/service.ts';
import { operations } from '../../api/operations.ts';
import { apiTypesFile, generateApiTypes } from './generate-api-types.ts';

/** `npm run generate:client`: writes the types of the typed client from the declared operations. */
const document = JSON.stringify(createOpenApiDocument(operations, productVersion));
await writeFile(apiTypesFile, await generateApiTypes(document));
