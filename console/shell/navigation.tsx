import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '../../api-client/api-types.ts';
import { pageGroups, pages } from '../pages.ts';
import type { PageDeclaration } from '../pages.ts';

/** The pages that the caller's permissions open, by group. */
export function Navigation({ me }: { readonly me: CurrentUser }) {
  const offered = offeredPages(me);
  return (
    <div className="navigation">
      {pageGroups.map((group) => {
        const members = offered.filter((page) => page.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {members.map(({ path, title }) => (
                <li key={path}>
                  <Link
                    to={path}
                    activeOptions={{ exact: path === '/', includeSearch: false }}
                    activeProps={{ className: 'active', 'aria-current': 'page' }}
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The pages with a name in the navigation that the caller may open. */
export function offeredPages({ permissions }: CurrentUser): readonly PageDeclaration[] {
  return pages.filter(
    ({ title, permission }) =>
      title !== undefined && (permission === undefined || permissions.includes(permission)),
  );
}
