package org.bipj.net;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bipj.core.job.Connections;
import org.bipj.core.job.ProcessName;
import org.bipj.core.job.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.shm.link.Doors;

/** How a rank of a job of several hosts connects with other jobs: over TCP, wherever these run. */
final class NetConnections implements Connections, Connections.Network {
    private final int world;
    private final String address;
    /** Opens {@link #jobs}. */
    private final Supplier<TcpJobs> opener;

    private final ComposedPort port;
    /** Of the rank's host, where is counted what the detection of deadlocks knows nothing of. */
    private final Connections ofHost;
    /** The jobs that are attached, by address. */
    private final Map<String, Known> known = new LinkedHashMap<>();

    /** Null before it is needed. */
    private TcpJobs jobs;

    private int doors;

    private record Known(int first, int ranks) {}

    NetConnections(int world, String address, Supplier<TcpJobs> opener, ComposedPort port, Connections ofHost) {
        this.world = world;
        this.address = address;
        this.opener = opener;
        this.port = port;
        this.ofHost = ofHost;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Parents parents() {
        return ofHost.parents();
    }

    @Override
    public synchronized int attach(String other) {
        if (other.equals(address)) {
            return 0;
        }
        Known before = known.get(other);
        if (before != null) {
            return before.first;
        }
        if (!jobs().isIntroduced(other)) {
            throw new PortException("the job " + other + " is not known here; expected one that was met");
        }
        int first = port.size();
        int ranks = jobs().attach(other, first);
        port.attach(jobs().port(), first, ranks, jobs()::host);
        known.put(other, new Known(first, ranks));
        ofHost.attachedElsewhere(known.keySet());
        ofHost.awaitsNeighbour(true);
        return first;
    }

    @Override
    public synchronized List<String> attached() {
        return List.copyOf(known.keySet());
    }

    @Override
    public synchronized int first(String other) {
        Known one = known.get(other);
        return other.equals(address) ? 0 : one == null ? -1 : one.first;
    }

    @Override
    public synchronized int size(String other) {
        Known one = known.get(other);
        return one == null ? world : one.ranks;
    }

    @Override
    public synchronized ProcessName name(int number) {
        if (number < world) {
            return new ProcessName(address, number);
        }
        for (Map.Entry<String, Known> one : known.entrySet()) {
            int place = number - one.getValue().first;
            if (place >= 0 && place < one.getValue().ranks) {
                return new ProcessName(one.getKey(), place);
            }
        }
        throw new PortException("the process of number " + number + " is of no job that is connected");
    }

    @Override
    public synchronized void detach(String other) {
        Known one = known.remove(other);
        if (one != null) {
            jobs().detach(other);
            ofHost.attachedElsewhere(known.keySet());
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
                Doors.newName(address, jobs().rank(), doors++, jobs().port().address());
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
