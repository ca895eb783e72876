import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

import org.deidentifier.arx.*;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.criteria.*;
import org.deidentifier.arx.dp.ParameterCalculation;
import org.deidentifier.arx.metric.Metric;
import org.deidentifier.arx.risk.*;

/**
 * Prints figures as ARX works them out, a line for each, its fields between tabs; read by tools/compare_with_arx.py.
 * A case is a folder with `table.csv`, `register.csv` and `COLUMN.csv` for each hierarchy, and a model with its parameters.
 */
public record ArxFigures(Path folder, String[] model, double limit, String[] columns) {
    /** What ARX finds at these levels; with null, what it finds to be best of all. */
    private ARXResult anonymize(int[] levels) throws IOException {
        boolean ofPopulation = model[0].equals("k-map") || model[0].equals("delta-presence");
        Data data = Data.create(folder.resolve(ofPopulation ? "register.csv" : "table.csv").toFile(), UTF_8, ';');
        DataDefinition roles = data.getDefinition();
        for (int i = 0; i < columns.length; i++) {
            roles.setAttributeType(columns[i], hierarchy(columns[i]));
            if (levels != null) {
                roles.setMinimumGeneralization(columns[i], levels[i]);
                roles.setMaximumGeneralization(columns[i], levels[i]);
            }
        }
        PrivacyCriterion criterion = criterion(data);
        boolean ofValues = criterion instanceof ExplicitPrivacyCriterion;
        roles.setAttributeType("s", ofValues ? AttributeType.SENSITIVE_ATTRIBUTE : AttributeType.INSENSITIVE_ATTRIBUTE);
        roles.setDataType("s", DataType.INTEGER);
        ARXConfiguration asked = ARXConfiguration.create(limit, Metric.createLossMetric(Metric.AggregateFunction.GEOMETRIC_MEAN));
        asked.addPrivacyModel(criterion);
        return new ARXAnonymizer().anonymize(data, asked);
    }

    private PrivacyCriterion criterion(Data data) throws IOException {
        double first = Double.parseDouble(model[1]);
        double second = model.length > 2 ? Double.parseDouble(model[2]) : 0;
        switch (model[0]) {
        case "k-anonymity": return new KAnonymity((int) first);
        case "distinct": return new DistinctLDiversity("s", (int) first);
        case "entropy": return new EntropyLDiversity("s", first);
        case "recursive": return new RecursiveCLDiversity("s", second, (int) first);
        case "equal": return new EqualDistanceTCloseness("s", first);
        case "ordered": return new OrderedDistanceTCloseness("s", first);
        case "hierarchical": return new HierarchicalDistanceTCloseness("s", first, hierarchy("s"));
        case "basic": return new BasicBLikeness("s", first);
        case "enhanced": return new EnhancedBLikeness("s", first);
        case "delta-disclosure": return new DDisclosurePrivacy("s", first / Math.log(2));
        case "k-map": return new KMap((int) first, table(data));
        case "delta-presence": return new DPresence(first, second, table(data));
        case "average-risk": return new AverageReidentificationRisk(first);
        case "population-uniqueness":
            return new PopulationUniqueness(first, ARXPopulationModel.create(data.getHandle().getNumRows(), second));
        default: throw new IllegalArgumentException(model[0]);
        }
    }

    /** The first rows of the register are the table. */
    private DataSubset table(Data register) throws IOException {
        int rows = Files.readAllLines(folder.resolve("table.csv")).size() - 1;
        return DataSubset.create(register, IntStream.range(0, rows).boxed().collect(Collectors.toSet()));
    }

    private Hierarchy hierarchy(String column) throws IOException {
        return Hierarchy.create(folder.resolve(column + ".csv").toFile(), UTF_8, ';');
    }

    private String found(String node) throws IOException {
        ARXResult found = anonymize(node.equals("best") ? null : Arrays.stream(node.split(",")).mapToInt(Integer::parseInt).toArray());
        if (!found.isResultAvailable()) {
            return "no";
        }
        var best = found.getGlobalOptimum();
        var levels = Arrays.stream(columns).map(column -> "" + best.getGeneralization(column)).collect(Collectors.joining(","));
        DataHandle released = found.getOutput(false);
        long kept = IntStream.range(0, released.getNumRows()).filter(row -> !released.isOutlier(row)).count();
        return "yes\t" + levels + "\t" + kept + "\t" + best.getHighestScore();
    }

    /** Whether the models of `cases.txt` hold at its nodes, and with what loss. */
    private static void nodes(Path root) throws IOException {
        for (String line : Files.readAllLines(root.resolve("cases.txt"))) {
            String[] said = line.split("\t");
            ArxFigures one = new ArxFigures(root.resolve(said[0]), said[1].split(" "),
                Double.parseDouble(said[2]), said[3].split(","));
            for (String node : said[4].split(" ")) {
                System.out.println(String.join("\t", said[0], said[1], said[2], node, one.found(node)));
            }
        }
    }

    /** Figures of a table, of its sets of columns, and of the population that it is a sample of. */
    private static void risk(String path, String delimiter, String columns, List<String> fractions) throws IOException {
        DataHandle table = Data.create(path, UTF_8, delimiter.charAt(0)).getHandle();
        Set<String> asked = new HashSet<>(Arrays.asList(columns.split(",")));
        for (String fraction : fractions) {
            ARXPopulationModel population = ARXPopulationModel.create(table.getNumRows(), Double.parseDouble(fraction));
            RiskEstimateBuilder of = table.getRiskEstimator(population, asked);
            RiskModelPopulationUniqueness unique = of.getPopulationBasedUniquenessRisk();
            String above = Arrays.stream(new double[] {0.05, 0.09, 0.2, 0.33, 0.5}).mapToObj(threshold -> "above_"
                + Math.round(100 * threshold) + "=" + of.getSampleBasedRiskSummary(threshold).getProsecutorRisk().getRecordsAtRisk())
                .collect(Collectors.joining("\t"));
            System.out.println(String.join("\t", "risk", fraction, "classes=" + of.getEquivalenceClassModel().getNumClasses(),
                "uniques=" + of.getSampleBasedUniquenessRisk().getNumUniqueRecords(), above,
                "highest=" + of.getSampleBasedReidentificationRisk().getHighestRisk(),
                "average=" + of.getSampleBasedReidentificationRisk().getAverageRisk(),
                "pitman=" + unique.getNumUniqueTuplesPitman(), "zayatz=" + unique.getNumUniqueTuplesZayatz(),
                "snb=" + unique.getNumUniqueTuplesSNB(), "dankar=" + unique.getNumUniqueTuplesDankar(),
                "by=" + unique.getPopulationUniquenessModel(), "population=" + population.getPopulationSize()));
        }
        for (var set : table.getRiskEstimator(ARXPopulationModel.create(1000), asked).getAttributeRisks().getAttributeRisks()) {
            System.out.println("set\t" + String.join(",", set.getIdentifier()) + "\t" + set.getDistinction() + "\t" + set.getSeparation());
        }
    }

    /** β and k of differential privacy; the k' of estimated k-map. */
    private static void parameters() throws Exception {
        for (double epsilon : new double[] {0.1, 0.5, Math.log(2), 1, Math.log(3), 1.5, 2, 3}) {
            for (double delta : new double[] {1e-3, 1e-4, 1e-5, 1e-6}) {
                var found = new ParameterCalculation(epsilon, delta);
                System.out.println("drawn\t" + epsilon + "\t" + delta + "\t" + found.getBeta() + "\t" + found.getK());
            }
        }
        String[][] rows = new String[21001][];
        Arrays.setAll(rows, row -> new String[] {row == 0 ? "a" : "1"});
        for (var estimator : KMap.CellSizeEstimator.values()) {
            for (int k : new int[] {5, 20, 100}) {
                for (double fraction : new double[] {0.01, 0.1, 0.3, 0.7}) {
                    Data data = Data.create(rows);
                    data.getDefinition().setAttributeType("a", Hierarchy.create(new String[][] {{"1", "*"}}));
                    ARXConfiguration asked = ARXConfiguration.create(0d, Metric.createLossMetric());
                    asked.addPrivacyModel(new KMap(k, 0.1, ARXPopulationModel.create(21000, fraction), estimator));
                    KMap found = new ARXAnonymizer().anonymize(data, asked).getConfiguration().getPrivacyModel(KMap.class);
                    System.out.println("k-map\t" + estimator + "\t" + k + "\t" + fraction + "\t" + found.getDerivedK());
                }
            }
        }
    }

    /** `nodes FOLDER`, `risk FILE DELIMITER COLUMN,... FRACTION...` or `parameters`. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "nodes": nodes(Path.of(args[1])); break;
        case "risk": risk(args[1], args[2], args[3], Arrays.asList(args).subList(4, args.length)); break;
        case "parameters": parameters(); break;
        default: throw new IllegalArgumentException(args[0]);
        }
    }
}
