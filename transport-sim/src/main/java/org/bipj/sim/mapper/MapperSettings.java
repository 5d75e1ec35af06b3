package org.bipj.sim.mapper;

import org.bipj.sim.constants.Constants;

/**
 * The settings of a mapper, in bytes and in ticks of the board's clock.
 *
 * @param timeoutTicks time after which a probe has no answer
 * @param periodTicks from the end of one discovery to the next
 * @param checks of a map, one after each period, before the network is mapped anew; 0: none
 * @param patienceTicks silence of the leader after which a host maps itself
 * @param acknowledgeTicks time after which a packet of routes is sent again
 * @param probeBytes body of all messages but packets of routes, which have it as their header
 * @param tableBytes most bytes of routes in one packet
 */
record MapperSettings(
        int timeoutTicks,
        int periodTicks,
        int checks,
        int patienceTicks,
        int acknowledgeTicks,
        int probeBytes,
        int tableBytes) {
    /** The settings of boards that only map. */
    static MapperSettings ofBoards(Constants constants) {
        return of(constants, "mapper.timeout", "mapper.rest", 0);
    }

    /** The settings of daemons, on hosts whose boards carry traffic meanwhile. */
    static MapperSettings ofDaemons(Constants constants) {
        return of(constants, "mapper.daemon.timeout", "mapper.period", constants.count("mapper.checks"));
    }

    private static MapperSettings of(Constants constants, String timeout, String period, int checks) {
        return new MapperSettings(
                ticks(constants, timeout),
                ticks(constants, period),
                checks,
                ticks(constants, "mapper.patience"),
                ticks(constants, "mapper.acknowledge"),
                constants.bytes("mapper.probe"),
                constants.bytes("mapper.table"));
    }

    private static int ticks(Constants constants, String key) {
        return Math.toIntExact(Math.max(1, constants.ps(key) / constants.ps("lanai.rtc")));
    }

    /** How many bytes the body of a message has on the wire. */
    int bytes(MapperMessage message) {
        return probeBytes + (message instanceof MapperMessage.Table table ? table.bytes() : 0);
    }
}
