import { randomUUID } from 'node:crypto';

/** Signs up a new organization at an API. */
export async function signUp(
  url: string,
): Promise<{ token: string; organizationId: string; email: string; password: string }> {
  const [email, password] = [`${randomUUID()}@example.com`, `password ${randomUUID()}`];
  const response = await fetch(`${url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization_name: 'Bench', name: 'Bench', email, password }),
  });
  if (response.status !== 201) throw new Error(`signup answered ${response.status}`);
  const body = (await response.json()) as { access_token: string; organization: { id: string } };
  return { token: body.access_token, organizationId: body.organization.id, email, password };
}
