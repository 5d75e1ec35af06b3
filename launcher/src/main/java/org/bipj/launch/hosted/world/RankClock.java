package org.bipj.launch.hosted.world;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;

/** A clock that shows the virtual time of a rank. */
final class RankClock extends Clock {
    private final RankWorld world;
    private final ZoneId zone;

    RankClock(RankWorld world, ZoneId zone) {
        this.world = world;
        this.zone = Objects.requireNonNull(zone, "zone");
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new RankClock(world, other);
    }

    @Override
    public Instant instant() {
        return world.now();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankClock clock && clock.world == world && clock.zone.equals(zone);
    }

    @Override
    public int hashCode() {
        return zone.hashCode();
    }

    @Override
    public String toString() {
        return "RankClock[" + zone + ']';
    }
}
