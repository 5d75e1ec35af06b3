package org.bipj.sim.hardware;

import java.util.function.Function;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Ejector;
import org.bipj.sim.net.Injector;
import org.bipj.sim.net.Worm;

/**
 * The board: its processor, and the engines that it commands (LANai 4.1, as BIP and LCI used it). As an event it is
 * the moment at which the processor turns to what waits for it.
 *
 * <p>Modelled: a processor that takes events first come first served; each step of the firmware runs to its end and is
 * charged cycles and SRAM accesses, of which the latter cost more the more the engines leave no room (priced by what
 * streams when the step begins); one host DMA engine for both directions, one send engine, one receive engine; the
 * real-time clock; the interrupt to the host; reset. What a step starts begins at the moment that the step has been
 * charged up to. Left out: the second context and interrupts of the processor, single instructions, and the round of a
 * polling loop, which is part of the cycles that the firmware charges for noticing an event.
 *
 * <p>Sources: BIP paper, sections 4.1 and 4.3; LCI paper, section 2 (33 MHz, 0.5 us clock, 31 us interrupt); register
 * names from the LANai 4.X documents.
 */
public final class Lanai extends Event {
    private static final int DOORBELL = 0;
    private static final int HOST_DMA = 1;
    private static final int SENT = 2;
    private static final int SEND_RESET = 3;
    private static final int HEAD = 4;
    private static final int BUFFER_FULL = 5;
    private static final int TAIL = 6;
    private static final int TIMER = 7;
    private static final String[] NAMES = {
        "doorbell", "host DMA done", "sent", "send reset", "head", "buffer full", "tail", "timer"
    };

    private final Kernel kernel;
    private final Host host;
    private final IoBus bus;
    private final Sram sram;
    private final HostDma hostDma;
    private final SendEngine sendEngine;
    private final ReceiveEngine receiveEngine;
    private final Rtc rtc;
    private final TraceRow row;
    private final long cyclePs;
    private Firmware firmware;
    private final EventRing queue = new EventRing();
    /** How many there are in the queue, which most steps need not touch. */
    private int waiting;

    private boolean inStep;
    /** The moment that the present step has been charged up to; or the end of the last one. */
    private long busyUntil;

    private long busyPs;
    private boolean dead;

    Lanai(
            Kernel kernel,
            HardwareSettings hardware,
            Host host,
            IoBus bus,
            Function<Injector.Source, Injector> out,
            Function<Ejector.Sink, Ejector> in,
            Function<String, TraceRow> rows) {
        this.kernel = kernel;
        this.host = host;
        this.bus = bus;
        row = rows.apply("LANai");
        Constants constants = hardware.constants;
        cyclePs = constants.psPerCycle("lanai.clock");
        sram = new Sram(hardware.sramRates);
        long networkPs = constants.psPerByte("lanai.network-dma.rate");
        hostDma = new HostDma(kernel, bus, sram, this, host, rows.apply("host DMA"));
        sendEngine = new SendEngine(kernel, sram, this, networkPs, out, rows.apply("send DMA"));
        receiveEngine = new ReceiveEngine(kernel, sram, this, networkPs, in, rows.apply("receive DMA"));
        rtc = new Rtc(kernel, this, constants.ps("lanai.rtc"));
        receiveEngine.absorb(true);
    }

    /** Loads a control program and lets it run: the board leaves reset. A dead board stays dead. */
    public void load(Firmware program) {
        if (dead) {
            return;
        }
        firmware = program;
        receiveEngine.absorb(false);
    }

    /**
     * Resets the board and keeps it in reset until the next {@link #load}: engines and timers stop, what was queued is
     * forgotten, board memory is free, a worm being sent ends too short, and what arrives is taken and ignored.
     */
    public void reset() {
        if (dead) {
            return;
        }
        stop();
        sendEngine.cut();
        receiveEngine.absorb(true);
    }

    private void stop() {
        firmware = null;
        queue.clear();
        waiting = 0;
        kernel.cancel(this);
        breakOff();
        rtc.reset();
        hostDma.reset();
        sram.clear();
    }

    /** The processor leaves its present step, which has been charged in advance. */
    private void breakOff() {
        long now = kernel.now();
        if (!inStep && busyUntil > now) {
            busyPs -= busyUntil - now;
            busyUntil = now;
        }
    }

    /**
     * The board dies: nothing happens on it any more, it takes nothing that arrives, and a worm being sent stays where
     * it is until the network breaks it up. Not even a reset brings it back. What arrives is then the network's matter:
     * {@link org.bipj.sim.net.NetFaults#hostDeadFrom} has the dead host's port absorb it.
     */
    public void kill() {
        dead = true;
        stop();
        sendEngine.kill();
        receiveEngine.kill();
    }

    /** True while no firmware runs. */
    public boolean isReset() {
        return firmware == null;
    }

    /** The host has written a command into the board's memory and rung: called at the host's time. */
    public void ring(Object command) {
        bus.arrived();
        happened(DOORBELL, command, 0);
    }

    /** Charges processor cycles to the present step. */
    public void cycles(int count) {
        busyUntil += count * cyclePs;
    }

    /** Charges 32-bit accesses to the board's memory to the present step. */
    public void sram(int accesses) {
        busyUntil += accesses * sram.accessPs();
    }

    /** The moment that the present step has been charged up to, in picoseconds. */
    public long clock() {
        return inStep ? busyUntil : kernel.now();
    }

    /** The same in ticks of the real-time clock. */
    public long ticks() {
        return rtc.ticks(clock());
    }

    /**
     * Starts the host DMA engine, which must be free, when the present step has got so far.
     *
     * @param toHost from the board's memory to the host's; else the other way
     * @param bytes positive; whole words are moved
     * @param cookie comes back with {@link Firmware#onHostDma}, and with {@link Host.Arrivals#landed} for a transfer to
     *     the host
     */
    public void hostDma(boolean toHost, long hostAddress, int bytes, Object cookie) {
        hostDma.start(clock(), toHost, hostAddress, bytes, cookie);
    }

    /** True while the host DMA engine works, or is about to. */
    public boolean isHostDmaBusy() {
        return hostDma.isBusy();
    }

    /** Begins a worm. The send engine must be free. */
    public void send(Worm worm) {
        sendEngine.begin(clock(), worm);
    }

    /** True from {@link #send} until the worm's tail has left, or the worm was broken up. */
    public boolean isSendBusy() {
        return sendEngine.isBusy();
    }

    /** Gives the send engine the next range of the worm's body (SMP and SML, or SMLT for the last one). */
    public void feed(int bytes, boolean last) {
        sendEngine.feed(clock(), bytes, last);
    }

    /**
     * Gives the receive engine room for the next bytes of the worm in front of it (RMP and RML). Room may be given
     * before a worm has come, as firmware keeps the engine armed: the worm then flows in without a step of the
     * processor, there is no {@link Firmware#onHead}, and the first event is {@link Firmware#onBufferFull} or {@link
     * Firmware#onTail}. One room at a time; what a worm's tail leaves of it is given up, as is room given before the
     * firmware has been told of that tail: the network may break a worm up at any moment.
     */
    public void receive(int bytes) {
        receiveEngine.room(clock(), bytes);
    }

    /** True if there is room that has not been used up. */
    public boolean hasRoom() {
        return receiveEngine.hasRoom();
    }

    /** Takes board memory out of its real capacity; false if there is not enough. */
    public boolean allocate(long bytes) {
        return sram.allocate(bytes);
    }

    /** Gives board memory back. */
    public void free(int bytes) {
        sram.free(bytes);
    }

    /** Bytes of board memory that are not allocated. */
    public int available() {
        return sram.size() - sram.used();
    }

    /** Sets a timer of the firmware, in ticks of the real-time clock; replaces an earlier setting. */
    public void timer(int timer, int ticks) {
        rtc.set(clock(), timer, ticks);
    }

    /** Takes a timer back; nothing happens if it is not set. */
    public void cancelTimer(int timer) {
        rtc.cancel(timer);
    }

    /** Interrupts the host. */
    public void interrupt() {
        host.interrupt(clock());
    }

    /** Picoseconds that the processor has worked. */
    public long busyPs() {
        return busyPs;
    }

    /** Picoseconds that the host DMA engine has worked, both ways. */
    public long hostDmaBusyPs() {
        return hostDma.busyPs();
    }

    /** Picoseconds that the send engine has worked, or stood still because its cable held it back. */
    public long sendBusyPs() {
        return sendEngine.busyPs();
    }

    /** Picoseconds that the receive engine has worked, or waited for characters of a worm. */
    public long receiveBusyPs() {
        return receiveEngine.busyPs();
    }

    void hostDmaDone(Object cookie) {
        happened(HOST_DMA, cookie, 0);
    }

    void sent(Worm worm) {
        happened(SENT, worm, 0);
    }

    void sendReset(Worm worm) {
        happened(SEND_RESET, worm, 0);
    }

    void head(Worm worm) {
        happened(HEAD, worm, 0);
    }

    void bufferFull(Worm worm, int chars) {
        happened(BUFFER_FULL, worm, chars);
    }

    void tail(Worm worm, int chars) {
        happened(TAIL, worm, chars);
    }

    void expired(int timer) {
        happened(TIMER, null, timer);
    }

    /** An event for the firmware: taken at once if the processor has nothing to do. */
    private void happened(int kind, Object what, int count) {
        if (firmware == null) {
            return;
        }
        long now = kernel.now();
        if (now >= busyUntil && waiting == 0 && !inStep) {
            step(kind, what, count);
            return;
        }
        queue.add(kind, what, count, now);
        waiting++;
        if (!inStep && !isScheduled()) {
            kernel.at(Math.max(busyUntil, now), this);
        }
    }

    /** The processor turns to the event that has waited longest. */
    @Override
    protected void fire() {
        int kind = queue.kind();
        Object what = queue.what();
        int count = queue.count();
        queue.remove();
        waiting--;
        step(kind, what, count);
    }

    private void step(int kind, Object what, int count) {
        long now = kernel.now();
        inStep = true;
        busyUntil = now;
        try {
            dispatch(kind, what, count);
        } finally {
            inStep = false;
        }
        if (waiting > 0 && firmware != null) {
            kernel.at(busyUntil, this);
        }
        busyPs += busyUntil - now;
        if (busyUntil > now && row != null) {
            row.span(NAMES[kind], now, busyUntil);
        }
    }

    private void dispatch(int kind, Object what, int count) {
        switch (kind) {
            case DOORBELL -> firmware.onDoorbell(what);
            case HOST_DMA -> firmware.onHostDma(what);
            case SENT -> firmware.onSent((Worm) what);
            case SEND_RESET -> {
                sendEngine.told();
                firmware.onSendReset((Worm) what);
            }
            case HEAD -> firmware.onHead((Worm) what);
            case BUFFER_FULL -> firmware.onBufferFull((Worm) what, count);
            case TAIL -> {
                receiveEngine.told();
                firmware.onTail((Worm) what, count);
            }
            case TIMER -> firmware.onTimer(count);
            default -> throw new IllegalStateException("event of kind " + kind);
        }
    }
}
