package org.bipj.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.bipj.core.nic.PortException;
import org.bipj.shm.link.Neighbour;

/**
 * What connects a job of several hosts with others of its launcher. The supervisor of a host writes it into the sessions there: into the
 * file {@value #NAME} the number of the family and that of the job, and into {@code kin-KEY} the session of another job on this host, of
 * which {@code KEY} is the last word of the address.
 *
 * @param session of the job on this host; null: it is of no family
 * @param number of the family; 0: it is of none
 * @param job its number among those of the launcher
 */
public record HostFamily(Path session, long number, int job) {
    /** The file of the family. */
    public static final String NAME = "family";

    private static final String KIN = "kin-";
    /** Of a job that is of no family. */
    static final HostFamily NONE = new HostFamily(null, 0, 0);

    /** The ranks of another job on this host. */
    record Kin(String address, int[] ranks) {}

    /** The text of the file. */
    public static String text(long number, int job) {
        return Long.toHexString(number) + " " + job + "\n";
    }

    /** The name of the file that has the session of a job. */
    public static String kin(String address) {
        return KIN + address.substring(address.lastIndexOf(':') + 1);
    }

    /**
     * That of the job which has a session.
     *
     * @throws PortException if what the session says makes no sense
     */
    static HostFamily of(Path session) {
        try {
            String[] words = Files.readString(session.resolve(NAME)).strip().split(" ");
            return new HostFamily(session, Long.parseUnsignedLong(words[0], 16), Integer.parseInt(words[1]));
        } catch (NoSuchFileException e) {
            return NONE;
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            throw new PortException("the session " + session + " has no family: " + e, e);
        }
    }

    /** The ranks of another job that share memory with those of this one; null if there are none. */
    Kin find(String other) {
        if (session == null) {
            return null;
        }
        Path file = session.resolve(kin(other));
        try {
            Path there = Path.of(Files.readString(file).strip());
            Hosts hosts = Hosts.parse(Files.readString(there.resolve("hosts")));
            return new Kin(Neighbour.addressOf(there), hosts.ownRanks());
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new PortException("cannot read where the job " + other + " is on this host: " + e, e);
        }
    }
}
