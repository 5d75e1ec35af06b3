package org.bipj.net;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bipj.core.job.family.AttachedJobs;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.shm.link.Doors;
import org.bipj.shm.link.FarJobs;
import org.bipj.shm.link.Neighbour;

/** How a rank of a job of several hosts connects with other jobs: over TCP, wherever these run. */
final class NetConnections implements Connections, Connections.Network {
    /** Opens {@link #jobs}. */
    private final Supplier<TcpJobs> opener;

    private final ComposedPort port;
    /** Of the rank's host, where is counted what the detection of deadlocks knows nothing of. */
    private final Connections ofHost;

    /** With each the address of its part on this host, with which the rank shares memory; empty where there is none. */
    private final AttachedJobs<String> known;

    private final FarJobs.Introduction own;
    private final HostFamily family;

    /** Null before it is needed. */
    private TcpJobs jobs;

    private int doors;

    NetConnections(
            FarJobs.Introduction own,
            Supplier<TcpJobs> opener,
            ComposedPort port,
            Connections ofHost,
            HostFamily family) {
        known = new AttachedJobs<>(own.address(), own.ranks());
        this.own = own;
        this.family = family;
        this.opener = opener;
        this.port = port;
        this.ofHost = ofHost;
    }

    @Override
    public String address() {
        return known.own();
    }

    @Override
    public Parents parents() {
        return ofHost.parents();
    }

    @Override
    public synchronized int attach(String other) {
        int before = known.first(other);
        if (before >= 0) {
            return before;
        }
        AttachedJobs.Attached<String> again = known.meetAgain(other);
        if (again != null) {
            jobs().meetAgain(other);
            if (!again.kept().isEmpty()) {
                int first = ofHost.attach(again.kept());
                assert first > 0 : "it has kept its numbers";
            }
            ofHost.attachedElsewhere(known.addresses());
            ofHost.awaitsNeighbour(true);
            return again.first();
        }
        if (!jobs().isIntroduced(other)) {
            throw new PortException("the job " + other + " is not known here; expected one that was met");
        }
        boolean isOfFamily = own.family() != 0 && jobs().family(other) == own.family();
        HostFamily.Kin kin = isOfFamily ? family.find(other) : null;
        int first = port.size();
        int ranks = jobs().attach(other, first);
        ComposedPort.Near here =
                kin == null ? ComposedPort.Near.NONE : new ComposedPort.Near(ofHost.attach(kin.address()), kin.ranks());
        port.attach(jobs().port(), first, ranks, jobs()::host, jobs().family(other), here);
        known.add(other, new AttachedJobs.Attached<>(first, ranks, kin == null ? "" : kin.address()));
        ofHost.attachedElsewhere(known.addresses());
        ofHost.awaitsNeighbour(true);
        return first;
    }

    @Override
    public synchronized List<String> attached() {
        return known.addresses();
    }

    @Override
    public synchronized int first(String other) {
        return known.first(other);
    }

    @Override
    public synchronized int size(String other) {
        return known.size(other);
    }

    @Override
    public synchronized ProcessName name(int number) {
        return known.name(number);
    }

    @Override
    public synchronized String named(int number) {
        ProcessName name = name(number);
        if (name.address().equals(own.address())) {
            return (own.number() == 0 ? "" : own.number() + ".") + number;
        }
        boolean isOfFamily = own.family() != 0 && jobs().family(name.address()) == own.family();
        return isOfFamily ? jobs().number(name.address()) + "." + name.rank() : name.shown();
    }

    @Override
    public synchronized boolean isNear(int number) {
        return port.isNear(number);
    }

    @Override
    public synchronized MemorySegment shared(String address, String name, long bytes) {
        String there = known.kept(address);
        return there == null || there.isEmpty() ? null : ofHost.shared(there, name, bytes);
    }

    @Override
    public synchronized void detach(String other) {
        AttachedJobs.Attached<String> one = known.part(other);
        if (one != null) {
            if (!one.kept().isEmpty()) {
                ofHost.detach(one.kept());
            }
            jobs().part(other);
            ofHost.attachedElsewhere(known.addresses());
            ofHost.awaitsNeighbour(false);
        }
    }

    /** The part of this host ends with the others. */
    @Override
    public synchronized List<Numbers> forget(boolean all) {
        List<Numbers> forgotten = new ArrayList<>();
        for (String other : known.parted()) {
            String here = known.keptOfParted(other);
            if (all || jobs().isOver(other) && (here.isEmpty() || !Neighbour.isThere(here))) {
                AttachedJobs.Attached<String> one = known.forget(other);
                port.detach(one.first());
                jobs().detach(other);
                forgotten.add(new Numbers(one.first(), one.first() + one.ranks()));
            }
        }
        if (!forgotten.isEmpty()) {
            List<Numbers> ofPort = ofHost.forget(all);
            assert ofPort.size() <= forgotten.size() : "each has one part here";
        }
        return forgotten;
    }

    private synchronized TcpJobs jobs() {
        if (jobs == null) {
            jobs = opener.get();
        }
        return jobs;
    }

    /** Jobs of other hosts end their connections in good order. */
    @Override
    public boolean haveNeighboursLeft() {
        return true;
    }

    @Override
    public ProcessName opener(String door) {
        return Doors.opener(door);
    }

    /** The launcher looks for no deadlocks of jobs of several hosts that are connected. */
    @Override
    public synchronized boolean hasLeft(int number) {
        String there = port.isNear(number) ? known.kept(name(number).address()) : "";
        return there == null || there.isEmpty() ? jobs().hasLeft(number) : ofHost.haveLeft(there);
    }

    @Override
    public boolean answers(String name) {
        return FarJobs.answers(name);
    }

    @Override
    public void awaitsNeighbour(boolean on) {
        ofHost.awaitsNeighbour(on);
    }

    @Override
    public Asked spawn(SpawnRequest request) {
        return ofHost.spawn(request);
    }

    // ---- doors -------------------------------------------------------------------------------------------------

    @Override
    public synchronized Door openDoor() {
        Doors.Name name =
                Doors.newName(known.own(), jobs().rank(), doors++, jobs().port().address());
        Door door = jobs().openDoor(name.address() + "#" + name.door(), name.secret());
        return new Door() {
            @Override
            public String name() {
                return name.toString();
            }

            @Override
            public Guest called() {
                return door.called();
            }

            @Override
            public void close() {
                door.close();
            }
        };
    }

    @Override
    public Calling call(String door, String letter) {
        Doors.Name name = Doors.Name.parse(door);
        if (name.place() == null) {
            throw new PortException("the port " + name.shown() + " is reached on its host only");
        }
        return jobs().call(name.place(), name.address() + "#" + name.door(), name.secret(), letter);
    }

    // ---- letters -----------------------------------------------------------------------------------------------

    @Override
    public Network network() {
        return this;
    }

    @Override
    public boolean isNeeded(int... numbers) {
        return true;
    }

    /** Names that are none are no network's: who calls there says so. */
    @Override
    public boolean isNeeded(String door) {
        return Doors.Name.find(door) != null;
    }

    @Override
    public boolean isLetter(String text) {
        return jobs().isLetter(text);
    }

    @Override
    public String listen() {
        return jobs().listen();
    }

    @Override
    public String letter(String names, List<String> addresses) {
        return jobs().letter(names, addresses);
    }

    @Override
    public String seal(String letter) {
        return jobs().seal(letter);
    }

    @Override
    public String pass(String sealed) {
        return jobs().pass(sealed);
    }

    @Override
    public String read(String sealed) {
        return jobs().read(sealed);
    }
}
