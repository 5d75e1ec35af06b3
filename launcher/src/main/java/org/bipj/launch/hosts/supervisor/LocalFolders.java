package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.seeing.timeline.TimelineFolder;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.FileTree;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.RankFolder;

/** The folders of this host that take the places of mpirun's, for what ranks record. */
public final class LocalFolders implements AutoCloseable {
    private static final int CHUNK = 1 << 18;

    private final List<Folder> folders = new ArrayList<>();

    /**
     * A folder.
     *
     * @param given its name where mpirun runs
     * @param here what stands for it on this host
     * @param needed the files in it that mpirun has sent
     */
    private record Folder(String given, Path here, List<String> needed) {}

    /** The folders of mpirun, with their files, as a frame to all supervisors. */
    public static ControlFrame frame(List<RankFolder> folders) throws IOException {
        Packer to = new Packer().number(folders.size());
        for (RankFolder each : folders) {
            to.text(each.folder().toString());
            List<Path> files;
            try (Stream<Path> all = Files.list(each.folder())) {
                files = all.sorted().toList();
            }
            to.number(files.size());
            for (Path file : files) {
                byte[] bytes = Files.readAllBytes(file);
                to.text(file.getFileName().toString()).data(bytes, 0, bytes.length);
            }
        }
        return ControlFrame.of(FrameKind.FOLDERS, ControlFrame.ALL, to);
    }

    /** Makes the folders that a frame describes. */
    void make(Unpacker from) {
        Path place = Path.of(LauncherVariables.temporaryDirectory()).toAbsolutePath();
        try {
            for (long left = from.number(); left > 0; left--) {
                String given = from.text();
                Path here = Files.createTempDirectory(place, "bipj-records-");
                List<String> needed = new ArrayList<>();
                folders.add(new Folder(given, here, needed));
                for (long files = from.number(); files > 0; files--) {
                    Path name = Path.of(from.text()).getFileName();
                    needed.add(name.toString());
                    Files.write(here.resolve(name), from.data());
                }
            }
        } catch (IOException e) {
            throw new LaunchException(
                    1,
                    "it cannot make a folder for what ranks record in " + place + ": " + FileReasons.why(e)
                            + "; set TMPDIR there to a directory that can be written to");
        }
    }

    /** The job with the names of this host's folders. */
    HostJob in(HostJob job) {
        return folders.isEmpty() ? job : job.replacing(this::named);
    }

    /** The folders of this host. */
    List<Path> here() {
        return folders.stream().map(Folder::here).toList();
    }

    private String named(String word) {
        String named = word;
        for (Folder each : folders) {
            named = named.replace(each.given, each.here.toString());
        }
        return named;
    }

    /** Sends the files that ranks have written, and then that there are no more. */
    void send(JobLink up) {
        for (int number = 0; number < folders.size(); number++) {
            Folder folder = folders.get(number);
            try (Stream<Path> all = Files.list(folder.here)) {
                for (Path file : all.sorted().toList()) {
                    if (!folder.needed.contains(file.getFileName().toString())) {
                        send(number, file, up);
                    }
                }
            } catch (IOException e) {
                up.send(
                        FrameKind.SAY,
                        new Packer().text("cannot read what ranks have recorded: " + FileReasons.why(e)));
            }
        }
        up.sendData(FrameKind.RECORDED, new Packer().text(""));
    }

    private static void send(int number, Path file, JobLink up) throws IOException {
        long left = TimelineFolder.used(file);
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(file)) {
            while (left > 0) {
                int count = in.readNBytes(chunk, 0, (int) Math.min(chunk.length, left));
                if (count == 0) {
                    return;
                }
                left -= count;
                up.sendData(
                        FrameKind.RECORDED,
                        new Packer()
                                .text(file.getFileName().toString())
                                .number(number)
                                .data(chunk, 0, count));
            }
        }
    }

    @Override
    public void close() {
        for (Folder each : folders) {
            try {
                FileTree.remove(each.here);
            } catch (IOException | java.io.UncheckedIOException e) {
                // A rank that is just being killed may still write: the next start of the machine removes it.
            }
        }
    }
}
