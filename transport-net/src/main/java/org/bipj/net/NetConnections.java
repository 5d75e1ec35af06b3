package org.bipj.net;

import java.util.List;
import java.util.function.Supplier;
import org.bipj.core.job.AttachedJobs;
import org.bipj.core.job.Connections;
import org.bipj.core.job.ProcessName;
import org.bipj.core.job.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.shm.link.Doors;

/** How a rank of a job of several hosts connects with other jobs: over TCP, wherever these run. */
final class NetConnections implements Connections, Connections.Network {
    /** Opens {@link #jobs}. */
    private final Supplier<TcpJobs> opener;

    private final ComposedPort port;
    /** Of the rank's host, where is counted what the detection of deadlocks knows nothing of. */
    private final Connections ofHost;

    private final AttachedJobs<String> known;

    /** Null before it is needed. */
    private TcpJobs jobs;

    private int doors;

    NetConnections(int world, String address, Supplier<TcpJobs> opener, ComposedPort port, Connections ofHost) {
        known = new AttachedJobs<>(address, world);
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
        if (!jobs().isIntroduced(other)) {
            throw new PortException("the job " + other + " is not known here; expected one that was met");
        }
        int first = port.size();
        int ranks = jobs().attach(other, first);
        port.attach(jobs().port(), first, ranks, jobs()::host, jobs().family(other));
        known.add(other, new AttachedJobs.Attached<>(first, ranks, other));
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
    public synchronized void detach(String other) {
        if (known.remove(other) != null) {
            jobs().detach(other);
            ofHost.attachedElsewhere(known.addresses());
            ofHost.awaitsNeighbour(false);
        }
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
            public String called() {
                return door.called();
            }

            @Override
            public void answer(String names) {
                door.answer(names);
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
