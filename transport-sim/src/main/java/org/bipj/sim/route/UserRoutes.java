package org.bipj.sim.route;

import org.agrona.collections.BiInt2ObjectMap;

/** Routes that a user names for some pairs; for the others those of somebody else, or none. */
public final class UserRoutes implements Routes {
    private final Routes others;
    private final BiInt2ObjectMap<byte[]> named = new BiInt2ObjectMap<>();

    /**
     * No routes of its own yet.
     *
     * @param others where pairs that are not named find theirs; null for nowhere
     */
    public UserRoutes(Routes others) {
        this.others = others;
    }

    /** Names the route of a pair; false if it has been named before. */
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
