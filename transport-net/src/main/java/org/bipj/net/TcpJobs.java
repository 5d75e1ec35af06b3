package org.bipj.net;

import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.nic.PortException;
import org.bipj.net.remote.JobSecret;
import org.bipj.net.tcp.DoorCall;
import org.bipj.net.tcp.Lifeline;
import org.bipj.net.tcp.OtherJobs;
import org.bipj.net.tcp.Sealed;
import org.bipj.net.tcp.TcpDoor;
import org.bipj.net.tcp.TcpPort;
import org.bipj.shm.link.FarJobs;

/** The jobs that a rank is connected with over TCP, beside its own one and those that it shares memory with. */
final class TcpJobs implements FarJobs {
    /** Begins the answer of a group that cannot connect. */
    private static final String REFUSAL = "!";

    /** Between the address and the number of the host, where a process listens. */
    private static final String HOST = "/";

    private static final String PURPOSE = "letters";

    /** That of a process which no letter has introduced, and which is a member of nothing: no host has this number. */
    private static final int UNKNOWN_HOST = (1 << 12) - 1;

    /** How long a launcher of both jobs has to end this one, and to say why, after another one has failed. */
    private static final long GRACE_MS = 2000;

    private final Setup setup;
    private final TcpPort port;
    /** What letters have said of jobs, by address; of ranks, by job. */
    private final Map<String, Introduction> introduced = new HashMap<>();

    private final Map<String, Map<Integer, String>> listening = new HashMap<>();
    /** The number of the first rank of each job that is attached. */
    private final Map<String, Integer> attached = new HashMap<>();

    private final Map<String, List<Lifeline>> lifelines = new HashMap<>();

    TcpJobs(Setup setup, TcpPort port) {
        this.setup = setup;
        this.port = port;
    }

    int rank() {
        return setup.rank();
    }

    @Override
    public TcpPort port() {
        return port;
    }

    // ---- letters -----------------------------------------------------------------------------------------------

    @Override
    public synchronized boolean isNeeded(int... numbers) {
        for (int number : numbers) {
            if (attached.entrySet().stream().anyMatch(one -> has(one.getKey(), one.getValue(), number))) {
                return true;
            }
        }
        return false;
    }

    private boolean has(String address, int first, int number) {
        return number >= first && number < first + introduced.get(address).ranks();
    }

    @Override
    public boolean isNeeded(String door) {
        return true;
    }

    @Override
    public boolean isLetter(String text) {
        return text.startsWith(Letter.BEGIN);
    }

    @Override
    public String listen() {
        return port.address() + HOST + setup.host();
    }

    @Override
    public String letter(String names, List<String> addresses) {
        List<ProcessName> all = ProcessName.parse(names);
        List<Introduction> jobs = new ArrayList<>();
        Letter.jobsOf(all).forEach(job -> jobs.add(introduction(job)));
        return new Letter(all, setup.own().address(), addresses, jobs).toString();
    }

    private Introduction introduction(String address) {
        Introduction known = known(address);
        if (known == null) {
            throw new PortException("rank " + setup.rank() + " knows nothing of the job " + address);
        }
        return known;
    }

    /** The lock is not held while the owner is asked, who calls with its own one. */
    private Introduction known(String address) {
        if (address.equals(setup.own().address())) {
            return setup.own();
        }
        Introduction far = far(address);
        return far != null ? far : setup.near().apply(address);
    }

    private synchronized Introduction far(String address) {
        return introduced.get(address);
    }

    @Override
    public String seal(String letter) {
        byte[] sealed = Sealed.seal(key(setup.own()), letter);
        return Letter.BEGIN + " " + Sealed.text(sealed) + " " + setup.own().address();
    }

    private static byte[] key(Introduction job) {
        return new JobSecret(job.secret()).proof(PURPOSE);
    }

    @Override
    public String pass(String sealed) {
        return seal(open(sealed));
    }

    private String open(String sealed) {
        String[] words = sealed.split(" ", 3);
        if (words.length < 3) {
            throw new PortException("what another process has said of its group is no sealed letter");
        }
        return Sealed.open(key(introduction(words[2])), Sealed.bytes(words[1]));
    }

    @Override
    public String read(String sealed) {
        Letter letter = Letter.parse(open(sealed));
        meet(letter);
        return ProcessName.join(letter.names());
    }

    private synchronized void meet(Letter letter) {
        for (Introduction job : letter.jobs()) {
            if (!job.address().equals(setup.own().address())) {
                introduced.put(job.address(), job);
            }
        }
        letter.addresses().forEach((job, addresses) -> {
            listening.computeIfAbsent(job, any -> new HashMap<>()).putAll(addresses);
            Integer first = attached.get(job);
            if (first != null) {
                port.learn(first, withoutHosts(addresses));
            }
        });
    }

    private static Map<Integer, String> withoutHosts(Map<Integer, String> listening) {
        Map<Integer, String> addresses = new HashMap<>();
        listening.forEach((rank, text) -> addresses.put(rank, text.substring(0, text.indexOf(HOST))));
        return addresses;
    }

    @Override
    public synchronized int host(int number) {
        for (Map.Entry<String, Integer> job : attached.entrySet()) {
            if (has(job.getKey(), job.getValue(), number)) {
                String text = listening.getOrDefault(job.getKey(), Map.of()).get(number - job.getValue());
                return text == null ? UNKNOWN_HOST : Integer.parseInt(text.substring(text.indexOf(HOST) + 1));
            }
        }
        return UNKNOWN_HOST;
    }

    // ---- jobs --------------------------------------------------------------------------------------------------

    @Override
    public synchronized boolean isIntroduced(String address) {
        return introduced.containsKey(address);
    }

    @Override
    public synchronized long family(String address) {
        return introduced.get(address).family();
    }

    @Override
    public synchronized int number(String address) {
        return introduced.get(address).number();
    }

    @Override
    public synchronized int attach(String address, int first) {
        Introduction job = introduced.get(address);
        OtherJobs.Introduction other = new OtherJobs.Introduction(job.address(), job.ranks(), job.secret());
        port.attach(other, first, withoutHosts(listening.getOrDefault(address, Map.of())));
        attached.put(address, first);
        return job.ranks();
    }

    @Override
    public boolean hasLeft(int number) {
        return port.hasLeft(number);
    }

    @Override
    public synchronized void part(String address) {
        List<Lifeline> lines = lifelines.remove(address);
        if (lines != null) {
            lines.forEach(port::end);
        }
        Integer first = attached.get(address);
        if (first != null) {
            port.part(first, true);
        }
    }

    @Override
    public synchronized void meetAgain(String address) {
        port.part(attached.get(address), false);
    }

    @Override
    public synchronized boolean isOver(String address) {
        return port.haveLeft(attached.get(address), introduced.get(address).ranks());
    }

    @Override
    public synchronized void detach(String address) {
        part(address);
        Integer first = attached.remove(address);
        if (first != null) {
            port.detach(first, introduced.get(address).ranks());
        }
        introduced.remove(address);
        listening.remove(address);
    }

    /** The roots of two groups keep the connection over which they have met, unless they are of one job, or share memory. */
    private void keep(String letter, SocketChannel channel) {
        String job = Letter.parse(letter).writer();
        boolean isFar = !job.equals(setup.own().address())
                && (far(job) != null || setup.near().apply(job) == null);
        Lifeline[] own = new Lifeline[1];
        synchronized (this) {
            own[0] = port.keep(channel, () -> broken(job, own));
            if (isFar) {
                lifelines.computeIfAbsent(job, any -> new ArrayList<>()).add(own[0]);
                return;
            }
        }
        port.end(own[0]);
    }

    /** On the connector's thread. */
    private void broken(String job, Lifeline[] line) {
        Thread.ofPlatform().daemon().name("bipj-neighbour-end").start(() -> {
            try {
                Thread.sleep(GRACE_MS);
            } catch (InterruptedException e) {
                return;
            }
            if (isKept(job, line)) {
                setup.onFailure().accept("the job " + job + ", which it is connected with, has failed");
            }
        });
    }

    private synchronized boolean isKept(String job, Lifeline[] line) {
        return lifelines.getOrDefault(job, List.of()).contains(line[0]);
    }

    // ---- doors -------------------------------------------------------------------------------------------------

    @Override
    public Connections.Door openDoor(String name, String secret) {
        TcpDoor door = port.open(name, HexFormat.of().parseHex(secret));
        return new Connections.Door() {
            @Override
            public String name() {
                return port.address();
            }

            @Override
            public Connections.Guest called() {
                TcpDoor.Guest guest = door.called();
                return guest == null ? null : new FarGuest(guest);
            }

            @Override
            public void close() {
                port.close(name, door);
            }
        };
    }

    /** One who has called at a door, over the network. */
    private final class FarGuest implements Connections.Guest {
        private final TcpDoor.Guest guest;

        FarGuest(TcpDoor.Guest guest) {
            this.guest = guest;
        }

        @Override
        public String letter() {
            return guest.letter();
        }

        @Override
        public void answer(String text) {
            SocketChannel channel = guest.answer(text);
            if (text.startsWith(REFUSAL)) {
                port.end(port.keep(channel, () -> {}));
            } else {
                keep(guest.letter(), channel);
            }
        }
    }

    @Override
    public Connections.Calling call(String place, String door, String secret, String letter) {
        DoorCall call = port.call(place, door, HexFormat.of().parseHex(secret), letter);
        return () -> {
            String answer = call.poll();
            if (answer == null) {
                return null;
            }
            if (answer.startsWith(REFUSAL)) {
                throw new PortException("the other group cannot connect: " + answer.substring(REFUSAL.length()));
            }
            keep(answer.substring(answer.indexOf('\n') + 1), call.channel());
            return answer;
        };
    }
}
