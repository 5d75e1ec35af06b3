package org.bipj.sim.hardware;

import java.util.function.Function;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.net.Ejector;
import org.bipj.sim.net.Injector;
import org.bipj.sim.net.Worm;

/**
 * The board: its processor, and the engines that it commands (LANai 4.1, as BIP and LCI used it). As an event it is the
 * moment at which the processor turns to the next waiting event.
 *
 * <p>Modelled: a processor that takes events first come first served; steps of the firmware that run to their end and
 * are charged cycles and SRAM accesses, where an access costs more the less bandwidth the engines leave (priced by the
 * engines that stream when the step begins); one host DMA engine for both directions, one send engine, one receive
 * engine; the real-time clock; the interrupt to the host; reset. Whatever a step starts begins at the moment up to
 * which the step has been charged. Left out: the second context and interrupts of the processor, single instructions,
 * and the polling loop, whose cost is part of the cycles that the firmware charges for noticing an event.
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
    private static final String[] STEP_NAMES = {
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
    /** Number of events in the queue, which most steps need not touch. */
    private int waiting;

    private boolean inStep;
    /** The moment up to which the present step has been charged; or the end of the last step. */
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

    /** Loads firmware and starts it: the board leaves reset. A dead board stays dead. */
    public void load(Firmware program) {
        if (dead) {
            return;
        }
        firmware = program;
        receiveEngine.absorb(false);
    }

    /**
     * Resets the board and keeps it in reset until the next {@link #load}: engines and timers stop, queued events are
     * dropped, board memory is freed, a worm that is being sent ends too short, and arriving worms are absorbed and
     * ignored.
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
        abortStep();
        rtc.reset();
        hostDma.reset();
        sram.clear();
    }

    /** The processor aborts its present step, which was charged in advance. */
    private void abortStep() {
        long now = kernel.now();
        if (!inStep && busyUntil > now) {
            busyPs -= busyUntil - now;
            busyUntil = now;
        }
    }

    /**
     * The board dies: nothing happens on it any more, it takes no worms, and a worm that is being sent stays where it
     * is until the network breaks it up. A reset does not revive it. {@link org.bipj.sim.net.NetFaults#hostDeadFrom}
     * makes the dead host's port absorb arriving worms.
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

    /** The host has written a command into the board's memory and rings the doorbell. Called at the host's time. */
    public void ring(Object command) {
        bus.arrived();
        notifyFirmware(DOORBELL, command, 0);
    }

    /** Charges processor cycles to the present step. */
    public void cycles(int count) {
        busyUntil += count * cyclePs;
    }

    /** Charges 32-bit accesses to the board's memory to the present step. */
    public void sram(int accesses) {
        busyUntil += accesses * sram.accessPs();
    }

    /** The moment up to which the present step has been charged, in picoseconds. */
    public long clock() {
        return inStep ? busyUntil : kernel.now();
    }

    /** {@link #clock} in ticks of the real-time clock. */
    public long ticks() {
        return rtc.ticks(clock());
    }

    /**
     * Starts the host DMA engine, which must be free, at {@link #clock}.
     *
     * @param toHost from the board's memory to the host's; else the other way
     * @param bytes positive; whole words are moved
     * @param cookie returned by {@link Firmware#onHostDma}, and by {@link Host.DeliveryListener#delivered} for a
     *     transfer to the host
     */
    public void hostDma(boolean toHost, long hostAddress, int bytes, Object cookie) {
        hostDma.start(clock(), toHost, hostAddress, bytes, cookie);
    }

    /** True from the start of a host DMA to its end. */
    public boolean isHostDmaBusy() {
        return hostDma.isBusy();
    }

    /** Begins a worm. The send engine must be free. */
    public void send(Worm worm) {
        sendEngine.begin(clock(), worm);
    }

    /** Begins a worm, and gives the send engine a range of its body, the first and perhaps the last one, at the same moment. */
    public void send(Worm worm, int bytes, boolean last) {
        sendEngine.begin(clock(), worm, bytes, last);
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
     * before a worm has arrived, as firmware keeps the engine armed. The worm then flows in without a step of the
     * processor: there is no {@link Firmware#onHead}, and the first event is {@link Firmware#onBufferFull} or
     * {@link Firmware#onTail}. One room at a time. A worm's tail voids the rest of the room, and any room that is given
     * before the firmware has been notified of that tail, because the network may break a worm up at any moment.
     */
    public void receive(int bytes) {
        receiveEngine.room(clock(), bytes);
    }

    /** True if there is room that has not been used up. */
    public boolean hasRoom() {
        return receiveEngine.hasRoom();
    }

    /** Allocates board memory; false if there is not enough. */
    public boolean allocate(long bytes) {
        return sram.allocate(bytes);
    }

    /** Gives back board memory that {@code allocate} has granted. */
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

    /** Cancels a timer. Does nothing if it is not set. */
    public void cancelTimer(int timer) {
        rtc.cancel(timer);
    }

    /** Raises an interrupt on the host. */
    public void interrupt() {
        host.interrupt(clock());
    }

    /** The time for which the board's processor has worked, in picoseconds. */
    public long busyPs() {
        return busyPs;
    }

    /** Picoseconds that the host DMA engine has worked, both ways. */
    public long hostDmaBusyPs() {
        return hostDma.busyPs();
    }

    /** Picoseconds that the send engine has worked, or was held back by its cable. */
    public long sendBusyPs() {
        return sendEngine.busyPs();
    }

    /** Picoseconds that the receive engine has worked, or waited for characters of a worm. */
    public long receiveBusyPs() {
        return receiveEngine.busyPs();
    }

    void hostDmaDone(Object cookie) {
        notifyFirmware(HOST_DMA, cookie, 0);
    }

    void sent(Worm worm) {
        notifyFirmware(SENT, worm, 0);
    }

    void sendReset(Worm worm) {
        notifyFirmware(SEND_RESET, worm, 0);
    }

    void head(Worm worm) {
        notifyFirmware(HEAD, worm, 0);
    }

    void bufferFull(Worm worm, int chars) {
        notifyFirmware(BUFFER_FULL, worm, chars);
    }

    void tail(Worm worm, int chars) {
        notifyFirmware(TAIL, worm, chars);
    }

    void expired(int timer) {
        notifyFirmware(TIMER, null, timer);
    }

    /** Notifies the firmware of an event: at once if the processor is idle. */
    private void notifyFirmware(int kind, Object what, int count) {
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

    /** The processor takes the event that has waited longest. */
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
            row.span(STEP_NAMES[kind], now, busyUntil);
        }
    }

    private void dispatch(int kind, Object what, int count) {
        switch (kind) {
            case DOORBELL -> firmware.onDoorbell(what);
            case HOST_DMA -> firmware.onHostDma(what);
            case SENT -> firmware.onSent((Worm) what);
            case SEND_RESET -> {
                sendEngine.notified();
                firmware.onSendReset((Worm) what);
            }
            case HEAD -> firmware.onHead((Worm) what);
            case BUFFER_FULL -> firmware.onBufferFull((Worm) what, count);
            case TAIL -> {
                receiveEngine.notified();
                firmware.onTail((Worm) what, count);
            }
            case TIMER -> firmware.onTimer(count);
            default -> throw new IllegalStateException("event of kind " + kind);
        }
    }
}
