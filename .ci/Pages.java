import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs what pages show, and compares what they say that it prints: {@code java Pages.java ROOT LIST PROGRAMS WORK [PAGE...]}. The
 * commands are found on the PATH, and as {@code ./mpirun} and so on.
 *
 * <p>LIST has a row for each fenced block of README.md and docs/*.md, and for those of other pages that have a command behind "$ ":
 * how the block is run, and how its first line begins. A block without a row is an error, and so is a row without a block.
 *
 * <pre>
 *   run     its lines are commands, of which each ends with 0; those with WORD are not run where "but WORD: REASON" stands
 *           behind ||
 *   exact   its commands stand behind "$ ", and print what follows each, numbers too; without one it is what the last command
 *           before has printed
 *   lines   the same in any order: ranks speak when they like
 *   shape   the same with other numbers: of real time, of this machine
 *           Behind || of these three may stand "of ranks": lines of mpirun are not shown; or what is run, with the command in it
 *           as COMMAND
 *   file    is a file of the name that stands behind ||
 *   none    is not run, for the reason that stands behind ||
 * </pre>
 *
 * <p>A line "..." stands for any lines, at the end of one for the rest of it; a command with "..." is an abbreviation, and is not run.
 * Java programs of a page are files of their name in the folder where its commands run. PROGRAMS/PAGE has what a page names and does
 * not show: files, and a script {@code setup} that is run first.
 */
public final class Pages {
    private static final int LIMIT_S = 120;
    /** What is said on a busy machine. */
    private static final String SLOW_START = "mpirun: \\d+ of \\d+ ranks have joined .*";

    private static final String OF_RANKS = "of ranks";
    private static final String COMMAND = "COMMAND";
    private static final Pattern NUMBER =
            Pattern.compile("-?\\d+(\\.\\d+)?([eE]-?\\d+)?( ?(ns|us|ms|s|min|bytes|[kKMG]))?\\b%?|(?<= )-(?= )");
    private static final Pattern REPEATABLE = Pattern.compile("(\\./)?bipj reproduce [a-z -]+");
    private static final Pattern CLASS = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);

    private record Block(String page, int line, String language, List<String> lines) {
        String first() {
            return lines.isEmpty() ? "" : lines.getFirst();
        }

        boolean hasPrompts() {
            return lines.stream().anyMatch(line -> line.startsWith("$ "));
        }

        /** The name of the public class that it is; empty: it is none. */
        String program() {
            Matcher found = CLASS.matcher(String.join("\n", lines));
            return language.equals("java") && found.find() ? found.group(1) : "";
        }
    }

    private record Row(String how, String first, String more) {}

    private final Path root;
    private final Path programs;
    private final Path work;
    private final Map<String, List<Row>> rows;
    private final Map<String, Integer> counts = new TreeMap<>();
    /** What commands have printed that print the same each time, and that several pages show. */
    private final Map<String, List<String>> repeatable = new HashMap<>();

    private int failures;
    /** What the last command of the page has printed. */
    private List<String> said = List.of();

    private Pages(Path root, Path list, Path programs, Path work) throws IOException {
        this.root = root;
        this.programs = programs;
        this.work = work;
        rows = read(list);
    }

    public static void main(String[] args) throws Exception {
        Pages pages = new Pages(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]), Path.of(args[3]));
        List<String> only = List.of(args).subList(4, args.length);
        for (String page : pages.names()) {
            if (only.isEmpty() || only.contains(page)) {
                pages.check(page);
            }
        }
        System.out.println("Pages: " + pages.counts);
        System.exit(pages.failures == 0 ? 0 : 1);
    }

    private static Map<String, List<Row>> read(Path list) throws IOException {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        List<Row> ofPage = new ArrayList<>();
        for (String line : Files.readAllLines(list)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith(" ")) {
                ofPage = rows.computeIfAbsent(line.strip(), page -> new ArrayList<>());
                continue;
            }
            String[] words = line.strip().split(" +", 2);
            String[] parts = words[1].split(" *\\|\\| *", 2);
            ofPage.add(new Row(words[0], parts[0], parts.length < 2 ? "" : parts[1]));
        }
        return rows;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(root.resolve("README.md")),
                            files.filter(file -> file.toString().endsWith(".md")))
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private List<Block> blocks(String page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        Block open = null;
        int number = 0;
        for (String line : Files.readAllLines(root.resolve(page))) {
            number++;
            if (!line.startsWith("```")) {
                if (open != null) {
                    open.lines.add(line);
                }
            } else if (open == null) {
                open = new Block(page, number, line.substring(3).strip(), new ArrayList<>());
            } else {
                blocks.add(open);
                open = null;
            }
        }
        return blocks;
    }

    private void fail(Block block, String what) {
        failures++;
        System.err.println(block.page + ":" + block.line + ": " + what);
    }

    // ---- a page --------------------------------------------------------------------------------------------------

    private void check(String page) throws IOException, InterruptedException {
        boolean isForUsers = page.indexOf('/') == page.lastIndexOf('/');
        List<Row> left = new ArrayList<>(rows.getOrDefault(page, List.of()));
        List<Block> blocks = blocks(page);
        Path folder = Files.createDirectories(work.resolve(page.replaceAll(".*/|\\.md", "")));
        prepare(folder, page, blocks);
        said = List.of();
        for (Block block : blocks) {
            if (!block.program().isEmpty() || !isForUsers && !block.hasPrompts()) {
                continue;
            }
            Row row = left.stream()
                    .filter(each -> block.first().strip().startsWith(each.first))
                    .findFirst()
                    .orElse(null);
            if (row == null) {
                fail(block, "the block that begins with \"" + block.first() + "\" has no row");
                continue;
            }
            left.remove(row);
            counts.merge(row.how, 1, Integer::sum);
            check(folder, block, row);
        }
        for (Row row : left) {
            failures++;
            System.err.println(page + ": no block begins with \"" + row.first + "\"");
        }
    }

    private void prepare(Path folder, String page, List<Block> blocks) throws IOException, InterruptedException {
        if (!rows.containsKey(page)) {
            return;
        }
        for (Block block : blocks) {
            Path file = folder.resolve(block.program() + ".java");
            if (!block.program().isEmpty() && !Files.exists(file)) {
                Files.write(file, block.lines);
            }
        }
        for (String command : List.of("mpirun", "bipj", "mpjrun.sh")) {
            Path there = found(command);
            if (there != null) {
                Files.createSymbolicLink(folder.resolve(command), there);
            }
        }
        for (String name : List.of("lib", "libexec", "bipj-all.jar", "mpi-junit.jar")) {
            if (Files.exists(root.resolve(name))) {
                Files.createSymbolicLink(folder.resolve(name), root.toAbsolutePath().resolve(name));
            }
        }
        Path more = programs.resolve(folder.getFileName());
        if (Files.isDirectory(more)) {
            try (Stream<Path> files = Files.list(more)) {
                for (Path file : files.toList()) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
            if (Files.exists(folder.resolve("setup")) && run(folder, ". ./setup") != 0) {
                failures++;
                System.err.println(page + ": setup has failed:\n" + String.join("\n", said));
            }
        }
    }

    private static Path found(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    // ---- a block -------------------------------------------------------------------------------------------------

    private void check(Path folder, Block block, Row row) throws IOException, InterruptedException {
        switch (row.how) {
            case "none" -> {
                if (row.more.isEmpty()) {
                    fail(block, "why is it not run?");
                }
            }
            case "file" -> Files.write(folder.resolve(row.more), block.lines);
            case "run" -> {
                for (String command : commands(block)) {
                    if (row.more.startsWith("but ") && command.contains(row.more.substring(4).replaceAll(":.*", ""))) {
                        counts.merge("left out", 1, Integer::sum);
                        continue;
                    }
                    int code = run(folder, command);
                    if (code != 0) {
                        fail(block, command + "\n  ends with " + code + " and says\n" + String.join("\n", said));
                    }
                }
            }
            case "exact", "lines", "shape" -> compare(folder, block, row);
            default -> fail(block, "unknown: " + row.how);
        }
    }

    /** A command of several lines has a backslash at the end of each but the last. Some have words that stand for more. */
    private List<String> commands(Block block) {
        String all = String.join("\n", block.lines).replaceAll("\\\\\n *", "").replaceAll("(?m)^\\$ ", "");
        List<String> commands = new ArrayList<>();
        for (String line : all.split("\n")) {
            if (line.matches(".* \\.\\.\\.( .*)?")) {
                counts.merge("abbreviated", 1, Integer::sum);
            } else if (!line.isBlank()) {
                commands.add(line);
            }
        }
        return commands;
    }

    private void compare(Path folder, Block block, Row row) throws IOException, InterruptedException {
        if (!block.hasPrompts()) {
            compare(block, "the command before", block.lines, row);
            return;
        }
        String command = null;
        List<String> expected = new ArrayList<>();
        for (String line : block.lines) {
            if (!line.startsWith("$ ")) {
                expected.add(line);
                continue;
            }
            if (command != null) {
                runAndCompare(folder, block, command, expected, row);
            }
            command = line.substring(2);
            expected.clear();
        }
        runAndCompare(folder, block, command, expected, row);
    }

    private void runAndCompare(Path folder, Block block, String command, List<String> expected, Row row)
            throws IOException, InterruptedException {
        run(folder, row.more.contains(COMMAND) ? row.more.replace(COMMAND, command) : command);
        compare(block, command, expected, row);
    }

    private void compare(Block block, String command, List<String> expected, Row row) {
        List<String> wanted =
                new ArrayList<>(expected.stream().map(line -> plain(line, row.how)).toList());
        List<String> found = new ArrayList<>(said.stream()
                .filter(line -> !line.matches(SLOW_START))
                .filter(line -> !row.more.equals(OF_RANKS) || !line.startsWith("mpirun: "))
                .map(line -> plain(line, row.how))
                .toList());
        if (row.how.equals("lines")) {
            Collections.sort(wanted);
            Collections.sort(found);
        }
        int differs = difference(wanted, found);
        if (differs >= 0) {
            fail(
                    block,
                    command + "\n  prints"
                            + (differs < wanted.size() ? " no \"" + wanted.get(differs) + "\":" : " more than shown:") + "\n"
                            + String.join("\n", said));
        }
    }

    private static String plain(String line, String how) {
        String text = line.stripTrailing();
        return how.equals("shape") ? NUMBER.matcher(text.replaceAll("/(\\S+/)+", "")).replaceAll("#").replaceAll(" +", " ").strip() : text;
    }

    /** The first wanted line that is missing, their number if there are others behind the last; -1: all is there. */
    private static int difference(List<String> wanted, List<String> found) {
        boolean[] reached = new boolean[found.size() + 1];
        reached[0] = true;
        for (int i = 0; i < wanted.size(); i++) {
            boolean[] next = new boolean[found.size() + 1];
            boolean any = false;
            boolean isGap = wanted.get(i).strip().equals("...");
            boolean before = false;
            for (int at = 0; at <= found.size(); at++) {
                before |= reached[at];
                next[at] = isGap ? before : at > 0 && reached[at - 1] && isSame(wanted.get(i), found.get(at - 1));
                any |= next[at];
            }
            if (!any) {
                return i;
            }
            reached = next;
        }
        return reached[found.size()] ? -1 : wanted.size();
    }

    private static boolean isSame(String wanted, String found) {
        return wanted.endsWith("...") && found.startsWith(wanted.substring(0, wanted.length() - 3).stripTrailing())
                || wanted.equals(found);
    }

    /** Runs a command to its end, keeps what it says, and returns its exit code. */
    private int run(Path folder, String command) throws IOException, InterruptedException {
        List<String> known = repeatable.get(command);
        if (known != null) {
            said = known;
            return 0;
        }
        long begin = System.nanoTime();
        Path output = Files.createTempFile(folder, "said", "");
        Process process = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            process.waitFor();
            failures++;
            System.err.println(command + ": has not ended after " + LIMIT_S + " s");
        }
        said = List.of(new String(Files.readAllBytes(output), StandardCharsets.UTF_8).split("\n"));
        if (said.equals(List.of(""))) {
            said = List.of();
        }
        Files.delete(output);
        System.out.printf("%6.1f s  %s: %s%n", (System.nanoTime() - begin) / 1e9, folder.getFileName(), command);
        if (REPEATABLE.matcher(command).matches() && process.exitValue() == 0) {
            repeatable.put(command, said);
        }
        return process.exitValue();
    }
}
