import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ServiceError } from '#client';
import { useArrival } from './arrival.js';
import { clientOf, isThere } from './client.js';
import { Connection } from './connection.js';
import {
  AccessKeyContext,
  ClientContext,
  ConnectionContext,
  OperatorContext,
  WordsContext,
} from './context.js';
import { OperatorSignInPage } from './pages/operator-sign-in.js';
import { SignInPage } from './pages/sign-in.js';
import { Workspace, WorkspaceContext } from './pages/translate/workspace.js';
import { UnknownPage } from './pages/unknown.js';
import { ToastPlace } from './parts/toast.js';
import { pathOf, useHash } from './route.js';
import { placeOf } from './sections.js';
import { accessKeyOf, session } from './session.js';
import { Frame } from './shell/frame.js';
import { firstLocale, type Locale, rememberLocale, TEXTS } from './text/texts.js';

/** Why somebody is no longer in, when the service ended it. */
type Refusal = ServiceError | undefined;

/** Who is in, in which language, and on which page. */
export function App() {
  const [connection] = useState(() => new Connection(isThere));
  const [locale, setLocale] = useState(firstLocale);
  const words = useMemo(() => ({ locale, texts: TEXTS[locale] }), [locale]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const switchTo = (chosen: Locale) => {
    rememberLocale(chosen);
    setLocale(chosen);
  };

  const [token, setToken] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  const leave = useCallback((why?: ServiceError) => {
    void session.end();
    setToken(undefined);
    setRefusal(why);
  }, []);
  const enter = useCallback(async (fresh: string) => {
    // First, so that whoever sees that he is in can load the page again.
    await session.begin(fresh);
    setToken(fresh);
    setRefusal(undefined);
  }, []);

  const arrival = useArrival(connection, { onSignIn: enter, onReturn: setToken });
  const [workspace] = useState(() => new Workspace());

  // In memory alone: it opens everything, and has no end.
  const [adminToken, setAdminToken] = useState<string>();
  const [adminRefusal, setAdminRefusal] = useState<Refusal>();
  const leaveOperations = useCallback((why?: ServiceError) => {
    setAdminToken(undefined);
    setAdminRefusal(why);
  }, []);

  const client = useMemo(
    () => (token === undefined ? undefined : clientOf(token, { connection, onRefused: leave })),
    [token, connection, leave],
  );
  const operator = useMemo(
    () =>
      adminToken === undefined ? undefined : clientOf(adminToken, { connection, onRefused: leaveOperations }),
    [adminToken, connection, leaveOperations],
  );

  const place = placeOf(pathOf(useHash()));
  const door = place?.section.door ?? 'account';
  const isShut = door === 'account' ? client === undefined : operator === undefined;
  const page = () => {
    if (!isShut) return place?.page ?? <UnknownPage />;
    if (door === 'account' && arrival === 'under way')
      return <p role="status">{words.texts.signIn.working}</p>;
    return door === 'account' ? (
      <SignInPage refusal={refusal} isLinkRefused={arrival === 'refused'} onEnter={enter} />
    ) : (
      <OperatorSignInPage refusal={adminRefusal} onEnter={setAdminToken} />
    );
  };

  return (
    <WordsContext value={words}>
      <ConnectionContext value={connection}>
        <ClientContext value={client}>
          <AccessKeyContext value={token && accessKeyOf(token)}>
            <OperatorContext value={operator}>
              <WorkspaceContext value={workspace}>
                <ToastPlace>
                  <Frame
                    current={place?.section.id}
                    onSwitch={switchTo}
                    {...(client !== undefined && { onLeave: () => leave() })}
                    {...(operator !== undefined && { onLeaveOperations: () => leaveOperations() })}
                  >
                    {page()}
                  </Frame>
                </ToastPlace>
              </WorkspaceContext>
            </OperatorContext>
          </AccessKeyContext>
        </ClientContext>
      </ConnectionContext>
    </WordsContext>
  );
}
