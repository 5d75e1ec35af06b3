package org.bipj.sim.atm;

import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;
import org.bipj.sim.constants.Constants;

/** The constants of hosts with ATM network interfaces; times are in picoseconds. */
final class AtmSettings {
    private static final long PS_PER_NS = 1000;
    private static final int MOST_WINDOW = 500;

    /** Time that a cell takes on a fibre. */
    final long cellPs;
    /** From the end of a cell on the fibre to the register with the number of cells. */
    final long latencyPs;
    /** How many cells the output FIFO holds. */
    final int output;
    /** How many cells the input FIFO holds. */
    final int input;
    /** Whether there is a switch; else two hosts are back to back. */
    final boolean hasSwitch;

    final long switchPs;
    /** Cells that wait for an output of the switch. */
    final int switchQueue;

    final long pollPs;
    final long writePs;
    /** A read trap, beside what each cell takes. */
    final long readPs;
    /** Time that a read trap takes for each cell. */
    final long readCellPs;
    /** What looking for cells adds to a write trap. */
    final long alsoReadPs;
    /** What the first cell adds to a trap that also sends; a further one costs {@link #readCellPs}. */
    final long alsoReadCellPs;

    final long systemWritePs;
    final long systemReadPs;
    final long systemReadNonePs;
    final long systemNullPs;
    final long interruptPs;
    /** To wake a process by a file descriptor that has become ready. */
    final long notifyPs;

    final long remoteTimeoutPs;
    private final long[] workPs = new long[CellTraps.Work.values().length];
    /** Bytes that the kernel pins at most for the processes of a host. */
    final int memory;

    final CellTraps.Settings library;

    AtmSettings(Constants constants) {
        cellPs = Math.round(constants.bytes("atm.cell") * (double) constants.psPerByte("atm.fibre.rate"));
        latencyPs = constants.ps("atm.latency");
        output = positive(constants, "atm.output");
        input = positive(constants, "atm.input");
        hasSwitch = constants.flag("atm.switch");
        switchPs = constants.ps("atm.switch.latency");
        switchQueue = positive(constants, "atm.switch.queue");
        pollPs = constants.ps("host.poll");
        writePs = constants.ps("ssam.write");
        long one = constants.ps("ssam.read.one");
        long sixteen = constants.ps("ssam.read.sixteen");
        readCellPs = (CellDevice.BATCH * sixteen - one) / (CellDevice.BATCH - 1);
        readPs = one - readCellPs;
        if (readPs < 0) {
            throw constants.bad("ssam.read.one", "expected at least what a cell of a trap with 16 takes");
        }
        alsoReadPs = constants.ps("ssam.write-read.none") - writePs;
        if (alsoReadPs < 0) {
            throw constants.bad("ssam.write-read.none", "expected ssam.write or more");
        }
        alsoReadCellPs = constants.ps("ssam.write-read.one") - constants.ps("ssam.write-read.none");
        if (alsoReadCellPs < 0) {
            throw constants.bad("ssam.write-read.one", "expected ssam.write-read.none or more");
        }
        systemWritePs = constants.ps("ssam.system.write");
        systemReadPs = constants.ps("ssam.system.read.one");
        systemReadNonePs = constants.ps("ssam.system.read.none");
        systemNullPs = constants.ps("ssam.system.null");
        interruptPs = constants.ps("ssam.interrupt");
        notifyPs = constants.ps("ssam.notify");
        remoteTimeoutPs = constants.ps("ssam.remote.timeout");
        workPs[CellTraps.Work.FORMAT.ordinal()] = constants.ps("ssam.format");
        workPs[CellTraps.Work.FLOW.ordinal()] = constants.ps("ssam.flow");
        workPs[CellTraps.Work.DISPATCH.ordinal()] = constants.ps("ssam.dispatch");
        workPs[CellTraps.Work.DISPATCH_REPLY.ordinal()] = constants.ps("ssam.dispatch.reply");
        workPs[CellTraps.Work.STORE.ordinal()] = constants.ps("ssam.store");
        memory = constants.bytes("ssam.memory");
        int window = positive(constants, "ssam.window");
        if (window > MOST_WINDOW) {
            throw constants.bad("ssam.window", "expected 1 to " + MOST_WINDOW);
        }
        library = new CellTraps.Settings(
                window,
                positive(constants, "ssam.long.window"),
                positive(constants, "ssam.acknowledge"),
                constants.ps("ssam.timeout") / PS_PER_NS);
    }

    private static int positive(Constants constants, String key) {
        int value = constants.count(key);
        if (value < 1) {
            throw constants.bad(key, "expected 1 or more");
        }
        return value;
    }

    long workPs(CellTraps.Work work) {
        return workPs[work.ordinal()];
    }
}
