package org.bipj.core.runtime;

/** How many threads of a rank call a client at once. */
public enum Threads {
    /** One, which joins the client, and no other thread calls any client meanwhile: the client locks nothing. */
    ONE,
    /** Any, but one at a time: the client locks nothing. */
    ONE_AT_A_TIME,
    /**
     * Several: all clients lock. A client of {@link #ONE} or {@link #ONE_AT_A_TIME} that was bound before cannot, and further
     * clients are refused.
     */
    SEVERAL,
    /** One; the client asks at each call whether threads that call other clients make it lock. */
    AS_OTHERS
}
