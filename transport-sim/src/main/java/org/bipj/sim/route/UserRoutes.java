package org.bipj.sim.route;

import org.agrona.collections.BiInt2ObjectMap;

/** Routes that a user names for some pairs of hosts; for the other pairs those of another source, or none. */
public final class UserRoutes implements Routes {
    private final Routes others;
    private final BiInt2ObjectMap<byte[]> named = new BiInt2ObjectMap<>();

    /**
     * No route is named yet.
     *
     * @param others routes of the pairs that are not named; null for none
     */
    public UserRoutes(Routes others) {
        this.others = others;
    }

    /** Names the route of a pair; false if it is already named. */
    public boolean put(int from, int to, byte[] turns) {
        return named.putIfAbsent(from, to, turns.clone()) == null;
    }

    @Override
    public byte[] route(int from, int to) {
        byte[] own = named.get(from, to);
        if (own != null) {
            return own.clone();
        }
        if (others == null) {
            throw Routes.missing(from, to);
        }
        return others.route(from, to);
    }

    @Override
    public int length(int from, int to) {
        byte[] own = named.get(from, to);
        if (own != null) {
            return own.length;
        }
        return others == null ? NONE : others.length(from, to);
    }
}
