package org.bipj.mpi.engine;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.bipj.core.job.Connections;
import org.bipj.core.job.Job;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * Names of services and the ports that they are published with (MPI 4.1 section 11.9.4): a file each, which the user alone may read, in
 * the directory that {@link MpiVariables#NAMES} names; or what a run of its own keeps, see {@link Connections#services}.
 */
public final class PublishedNames {
    private static final FileAttribute<?> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int LONGEST = 200;

    private final @Nullable Map<String, String> ofRun;

    /** Those that a rank sees. */
    public PublishedNames(Job job) {
        Connections connections = job.connections();
        ofRun = connections == null ? null : connections.services();
    }

    /** Publishes a port. */
    public void publish(String service, String port) {
        Path file = file(service);
        if (ofRun != null) {
            if (ofRun.putIfAbsent(service, port) != null) {
                throw published(service);
            }
            return;
        }
        try {
            Files.createDirectories(file.getParent(), OWN_DIRECTORY);
            // Whoever finds the name finds all of the port.
            Path whole = Files.createTempFile(file.getParent(), ".", "", OWN_FILE);
            try {
                Files.writeString(whole, port);
                Files.createLink(file, whole);
            } finally {
                Files.delete(whole);
            }
        } catch (FileAlreadyExistsException e) {
            throw published(service);
        } catch (IOException e) {
            throw new EngineException(ErrorClass.SERVICE, "cannot write " + file + ": " + e);
        }
    }

    /** Takes a name back. */
    public void unpublish(String service, String port) {
        Path file = file(service);
        try {
            String found = ofRun == null ? Files.readString(file) : ofRun.get(service);
            if (found == null) {
                throw unpublished(service);
            }
            if (!found.equals(port)) {
                throw new EngineException(
                        ErrorClass.SERVICE, "the service '" + service + "' is published with another port");
            }
            if (ofRun == null) {
                Files.delete(file);
            } else {
                ofRun.remove(service);
            }
        } catch (NoSuchFileException e) {
            throw unpublished(service);
        } catch (IOException e) {
            throw new EngineException(ErrorClass.SERVICE, "cannot remove " + file + ": " + e);
        }
    }

    /** The port that a service is published with. */
    public String find(String service) {
        Path file = file(service);
        if (ofRun != null) {
            String port = ofRun.get(service);
            if (port == null) {
                throw new EngineException(
                        ErrorClass.NAME, "the service '" + service + "' is not published in this run");
            }
            return port;
        }
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new EngineException(
                    ErrorClass.NAME, "the service '" + service + "' is not published in " + file.getParent());
        } catch (IOException e) {
            throw new EngineException(ErrorClass.NAME, "cannot read " + file + ": " + e);
        }
    }

    private static EngineException published(String service) {
        return new EngineException(
                ErrorClass.SERVICE, "the service '" + service + "' is published already: unpublish it first");
    }

    private static EngineException unpublished(String service) {
        return new EngineException(ErrorClass.SERVICE, "the service '" + service + "' is not published");
    }

    private static Path file(String service) {
        String name = URLEncoder.encode(service, StandardCharsets.UTF_8).replace("*", "%2A");
        if (name.isEmpty() || name.startsWith(".") || name.length() > LONGEST) {
            throw new EngineException(
                    ErrorClass.SERVICE,
                    "the service name is '" + service + "'; expected 1 to " + LONGEST
                            + " characters, the first one no full stop");
        }
        String named = MpiVariables.value(MpiVariables.NAMES);
        Path directory = named != null && !named.isEmpty()
                ? Path.of(named)
                : Path.of(MpiVariables.property(MpiVariables.HOME), ".cache", "bipj", "names");
        return directory.toAbsolutePath().resolve(name);
    }
}
