package org.bipj.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.bipj.core.job.Job;
import org.bipj.core.job.JobProvider;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.ControlSocket;
import org.bipj.net.address.NetVariables;
import org.bipj.shm.ShmJobProvider;

/** Makes a process that a supervisor started a rank of its job on several hosts. The launcher names this class. */
public final class NetJobProvider implements JobProvider {
    private static final int SECRET_BYTES = 32;

    /** For the service that finds the class by its name in the environment. */
    public NetJobProvider() {}

    @Override
    public Optional<Job> join() {
        Optional<Job> local = ShmJobProvider.joinHost();
        if (local.isEmpty()) {
            return local;
        }
        Path session = Path.of(NetVariables.value(NetVariables.SESSION));
        try {
            Hosts hosts = Hosts.parse(Files.readString(session.resolve("hosts")));
            int rank = hosts.ownRanks()[local.get().rank()];
            byte[] secret = secret(Files.readString(session.resolve("secret")).strip(), "the session " + session);
            return Optional.of(new NetJob(
                    local.get(),
                    rank,
                    hosts,
                    () -> new ControlSocket(session.resolve("control"), rank),
                    secret,
                    libraryVersion(),
                    HostFamily.of(session)));
        } catch (IOException e) {
            throw new PortException(
                    "BIPJ_SESSION=" + session + " is not the session of a job on several hosts: " + e, e);
        }
    }

    /**
     * By what other jobs name a job of several hosts.
     *
     * @param secret its secret, as {@link org.bipj.shm.ShmSession#newSecret} has made it
     */
    public static String addressOf(String secret) {
        return NetJob.addressOf(HexFormat.of().parseHex(secret));
    }

    /** The version of the library; empty where it is not known. */
    static String libraryVersion() {
        String version = NetJobProvider.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    /**
     * The secret of a job.
     *
     * @param digits as {@link org.bipj.shm.ShmSession#newSecret} has made them
     * @param place where they are from, for messages
     */
    static byte[] secret(String digits, String place) {
        try {
            byte[] secret = HexFormat.of().parseHex(digits);
            if (secret.length == SECRET_BYTES) {
                return secret;
            }
        } catch (IllegalArgumentException e) {
            // Reported below, without the digits.
        }
        throw new PortException("the secret of " + place + ": expected 64 hexadecimal digits");
    }
}
